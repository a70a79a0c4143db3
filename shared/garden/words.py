"""What the pages themselves say, in English and Traditional Chinese."""

from dataclasses import dataclass

from shared.garden.note import Maturity


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language."""

    tag: str
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
    source: str
    copy: str
    copied: str
    nothing_yet: str
    tagged: str
    letters: str
    search: str
    search_hint: str
    maturity: str
    any_maturity: str
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
    graph_title: str
    graph_text: str
    graph_skip: str
    graph_list: str
    graph_keys: str
    graph_left_out: str  # {} are how many notes, and links
    graph_all: str
    graph_every_tag: str
    graph_meadow: str
    zoom_in: str
    zoom_out: str
    zoom_all: str
    near: str
    near_whole: str
    links_to: str
    and_more: str  # {} is how many
    grown: str
    grown_title: str
    grown_text: str
    growth: str
    recently_grown: str
    by_git: str
    breadcrumbs: str
    folders: str
    tags_below: str
    guess: str
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
    tag="en",
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
    source="Source",
    copy="Copy",
    copied="Copied",
    nothing_yet="Nothing is planted yet.",
    tagged="Notes tagged",
    letters="Letters",
    search="Search",
    search_hint="Search the notes",
    maturity="Maturity",
    any_maturity="All",
    search_failed="The search cannot be reached just now.",
    found="Notes found: {}",
    nothing_found="No note has all of these words.",
    all_found="All results",
    more_found="Show more",
    all_titles="All titles",
    other_titles="Others",
    menu="The garden",
    contents="On this page",
    show="Show",
    all_notes="All",
    all_of_bed="Show all {}",
    leaves="Pages",
    recently_tended="Recently tended",
    graph="Graph",
    graph_title="The garden from above",
    graph_text="Each plant is a note, each thread a link, each bed a topic. "
    "Evergreens stand in the middle of their beds.",
    graph_skip="Skip the picture",
    graph_list="The same as a list",
    graph_keys="Arrow keys walk from plant to plant.",
    graph_left_out="Drawn are the best connected. Not drawn: notes {}, links {}.",
    graph_all="All notes",
    graph_every_tag="All tags",
    graph_meadow="In the meadow",
    zoom_in="Zoom in",
    zoom_out="Zoom out",
    zoom_all="Show all",
    near="Around this note",
    near_whole="The whole garden from above",
    links_to="Links to",
    and_more="+ {} more",
    grown="Grown",
    grown_title="How the garden grew",
    grown_text="When notes budded and when they turned evergreen, the latest first.",
    growth="How it grew",
    recently_grown="Recently grown",
    by_git="Days that the note does not say are those of its history.",
    breadcrumbs="You are here",
    folders="Folders",
    tags_below="More closely",
    guess="Did you mean",
    theme_system="Colours: as your system has them",
    theme_light="Colours: light",
    theme_dark="Colours: dark",
)
CHINESE = Words(
    tag="zh-Hant",
    seedling="幼苗",
    budding="含苞",
    evergreen="常青",
    planted="種下",
    tended="照料",
    notes="筆記",
    tags="標籤",
    linked_from="連到這裡的筆記",
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
    source="原始碼",
    copy="複製",
    copied="已複製",
    nothing_yet="還沒有種下任何筆記。",
    tagged="標籤",
    letters="來信",
    search="搜尋",
    search_hint="搜尋筆記",
    maturity="成熟度",
    any_maturity="全部",
    search_failed="現在無法搜尋。",
    found="找到 {} 則筆記",
    nothing_found="沒有筆記同時含有這些詞。",
    all_found="所有結果",
    more_found="顯示更多",
    all_titles="所有標題",
    other_titles="其他",
    menu="花園",
    contents="本頁內容",
    show="顯示",
    all_notes="全部",
    all_of_bed="全部 {} 則",
    leaves="頁次",
    recently_tended="最近照料",
    graph="關係圖",
    graph_title="鳥瞰花園",
    graph_text="每株植物是一則筆記，每條線是一個連結，每個花圃是一個主題；常青的筆記長在花圃中央。",
    graph_skip="跳過圖",
    graph_list="以清單檢視",
    graph_keys="方向鍵可以從一株走到另一株。",
    graph_left_out="這裡畫出連結最多的部分。沒有畫出的筆記：{}，連結：{}。",
    graph_all="所有筆記",
    graph_every_tag="所有標籤",
    graph_meadow="草地上",
    zoom_in="放大",
    zoom_out="縮小",
    zoom_all="顯示全部",
    near="這則筆記的四周",
    near_whole="鳥瞰整座花園",
    links_to="連到",
    and_more="還有 {} 則",
    grown="長成",
    grown_title="花園的成長",
    grown_text="筆記何時含苞、何時長成常青，最近的在前。",
    growth="成長經過",
    recently_grown="最近長成",
    by_git="筆記裡沒有寫的日期，取自它的修改紀錄。",
    breadcrumbs="所在位置",
    folders="資料夾",
    tags_below="細分",
    guess="你要找的是",
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
