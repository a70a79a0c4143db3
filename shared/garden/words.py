"""What the pages themselves say, in English and Traditional Chinese."""

from dataclasses import dataclass

from shared.garden.note import Maturity


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language."""

    seedling: str
    budding: str
    evergreen: str
    planted: str
    tended: str
    notes: str
    tags: str
    linked_from: str
    subscribe_title: str
    subscribe_text: str
    email: str
    subscribe: str
    follow_title: str
    follow_text: str
    follow: str
    feed: str
    home: str
    skip: str
    not_found_title: str
    not_found_text: str
    moved_text: str
    not_shown: str
    nothing_yet: str
    tagged: str
    letters: str
    search: str
    search_hint: str
    search_failed: str
    found: str  # {} is how many
    nothing_found: str
    all_found: str
    more_found: str
    all_titles: str
    other_titles: str
    menu: str
    contents: str
    show: str
    all_notes: str
    all_of_bed: str  # {} is how many
    leaves: str
    recently_tended: str
    graph: str
    grown: str
    theme_system: str
    theme_light: str
    theme_dark: str

    def of(self, maturity: Maturity) -> str:
        """Return the word for a maturity."""
        by_maturity = {
            Maturity.SEEDLING: self.seedling,
            Maturity.BUDDING: self.budding,
            Maturity.EVERGREEN: self.evergreen,
        }
        return by_maturity[maturity]


ENGLISH = Words(
    seedling="Seedling",
    budding="Budding",
    evergreen="Evergreen",
    planted="Planted",
    tended="Tended",
    notes="Notes",
    tags="Tags",
    linked_from="Linked from",
    subscribe_title="One letter when a note turns evergreen",
    subscribe_text="Seedlings are left in peace. You confirm first, and can leave with one click.",
    email="Email address",
    subscribe="Subscribe",
    follow_title="Tell me when this grows",
    follow_text="One letter when this note turns evergreen, and none before. You confirm first.",
    follow="Tell me",
    feed="Feed",
    home="Home",
    skip="Skip to the text",
    not_found_title="Nothing grows here",
    not_found_text="This page does not exist, or no longer. The garden is this way:",
    moved_text="This note has moved:",
    not_shown="This part is not shown.",
    nothing_yet="Nothing is planted yet.",
    tagged="Notes tagged",
    letters="Letters",
    search="Search",
    search_hint="Search the notes",
    search_failed="The search cannot be reached just now.",
    found="Notes found: {}",
    nothing_found="No note has all of these words.",
    all_found="All results",
    more_found="Show more",
    all_titles="All titles",
    other_titles="Others",
    menu="The garden",
    contents="On this page",
    graph="Graph",
    grown="Grown",
    theme_system="Colours: as your system has them",
    theme_light="Colours: light",
    theme_dark="Colours: dark",
)
CHINESE = Words(
    seedling="幼苗",
    budding="含苞",
    evergreen="常青",
    planted="種下",
    tended="照料",
    notes="筆記",
    tags="標籤",
    linked_from="連到這裡的筆記",
    show="Show",
    all_notes="All",
    all_of_bed="Show all {}",
    leaves="Pages",
    recently_tended="Recently tended",
    subscribe_title="筆記長成常青時，寄給你一封信",
    subscribe_text="幼苗不打擾。先確認才寄信，退訂只要一鍵。",
    email="電子郵件地址",
    subscribe="訂閱",
    follow_title="長成時告訴我",
    follow_text="這篇筆記長成常青時，寄給你一封信，在那之前不打擾。先確認才寄信。",
    follow="告訴我",
    feed="訂閱源",
    home="首頁",
    skip="跳到內文",
    not_found_title="這裡還沒長出東西",
    not_found_text="這個頁面不存在，或已經移走。花園在這邊：",
    moved_text="這則筆記搬家了：",
    not_shown="這一段不公開。",
    nothing_yet="還沒有種下任何筆記。",
    tagged="標籤",
    letters="來信",
    search="搜尋",
    search_hint="搜尋筆記",
    search_failed="現在無法搜尋。",
    found="找到 {} 則筆記",
    nothing_found="沒有筆記同時含有這些詞。",
    all_found="所有結果",
    more_found="顯示更多",
    all_titles="所有標題",
    other_titles="其他",
    menu="花園",
    contents="本頁內容",
    graph="關係圖",
    grown="長成",
    theme_system="配色：跟隨系統",
    theme_light="配色：淺色",
    theme_dark="配色：深色",
)
SIMPLIFIED = ("zh-hans", "zh-cn", "zh-sg")


def words_for(language: str) -> Words:
    """Return the words of a language; English where we have no other."""
    tag = language.lower()
    chinese = tag.split("-")[0] == "zh" and not tag.startswith(SIMPLIFIED)
    return CHINESE if chinese else ENGLISH
    show="顯示",
    all_notes="全部",
    all_of_bed="全部 {} 則",
    leaves="頁次",
    recently_tended="最近照料",
