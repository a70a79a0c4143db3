"""Whose language the form may change: nobody's who has confirmed something, for anybody may ask."""

# In the `do update` of an insert into subscribers.
LANGUAGE = """
    language = case
        when subscribers.status = 'confirmed'
          or exists (select from followed_notes
                      where subscriber_id = subscribers.id
                        and confirmed_at is not null
                        and ended_at is null)
        then subscribers.language
        else excluded.language
    end
"""
