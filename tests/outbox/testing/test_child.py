"""A worker in a process of its own: what it says is heard, and it ends when it is to."""

from shared.outbox.testing.child import fork


def test_each_word_is_heard_before_the_child_goes_on():
    heard = []

    async def story(say):
        say("began")
        say("ended")

    child = fork(story, heard.append)
    try:
        assert child.wait(20, for_word="began")
        assert heard == ["began"]
        assert child.wait(20)
    finally:
        child.end()

    assert heard == child.words == ["began", "ended"]


def test_a_child_that_fails_says_why(capfd):
    async def story(say):
        raise LookupError("no such plant")

    child = fork(story, lambda word: None)
    try:
        assert child.wait(20)
    finally:
        child.end()

    assert "LookupError: no such plant" in capfd.readouterr().err


def test_a_word_that_was_never_said_is_not_waited_for_when_the_child_has_ended():
    async def story(say):
        say("began")

    child = fork(story, lambda word: None)
    try:
        assert not child.wait(20, for_word="ended")
    finally:
        child.end()
