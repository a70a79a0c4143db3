"""What the little gardens say of which pictures are taken, in each language that pages speak."""

TITLES = {
    "en": "Marginalia",
    "zh-Hant": "旁註花園",
    "ar": "هوامش البستان",
    "ja": "庭の余白",
    "ko": "정원의 여백",
    "zh-Hans": "旁注花园",
}
DESCRIPTIONS = {
    "en": "Half-finished thoughts on soil and patience, kept where they can be watered.",
    "zh-Hant": "關於土壤與耐心的半成品，放在澆得到水的地方。",
    "ar": "أفكار غير مكتملة عن التربة والصبر، محفوظة حيث يمكن سقيها.",
    "ja": "土と忍耐について書きかけの考えを、水やりのできる場所に。",
    "ko": "흙과 기다림에 관한 덜 여문 생각들을, 물을 줄 수 있는 곳에 둡니다.",
    "zh-Hans": "关于土壤与耐心的半成品，放在浇得到水的地方。",
}
NOTES = {
    "en": {
        "overwintering": (
            "Overwintering",
            "evergreen",
            "An oak waits under snow, as [[moss]] does, and nothing at all seems to happen.\n\n"
            "## What to do\n\n- water little\n- wait\n\n> [!tip] Before the frost\n> Cover it.\n\n"
            "```python\nspring = wait()\n```\n\n| plant | litres |\n|---|--:|\n| oak | 2 |\n\n"
            "## What others say\n\n> Winter is no season, it is an occupation.[^1]\n\n"
            "### Further down\n\n- [x] mulch\n- [ ] look after the bark\n\n## Coming back\n\n"
            "In March ==everything== happens at once. See [[mould]]. #soil\n\n[^1]: A neighbour.",
        ),
        "moss": ("On moss & time", "budding", "It has no roots, and no hurry."),
        "soil/mould": ("Leaf mould", "seedling", "Leaves, and two years. See [[overwintering]]."),
        "zettel": ("Notes on 筆記", "budding", "Page 12–15, [[moss]], 30%, and هوامش beside it."),
    },
    "zh-Hant": {
        "overwintering": (
            "扦插的魔法",
            "evergreen",
            "剪下一段枝條，插進土裡，像[[moss]]那樣等待它自己長出根來。這是**「重點」**的意思。\n\n"
            "## 該做什麼\n\n- 少澆水\n- 等待\n\n> [!tip] 霜降之前\n> 蓋上落葉。\n\n"
            "```python\nspring = wait()\n```\n\n| 植物 | 公升 |\n|---|--:|\n| 橡樹 | 2 |\n\n"
            "## 別人怎麼說\n\n> 冬天不是季節，是一份工作。[^1]\n\n"
            "### 再往下\n\n- [x] 覆蓋\n- [ ] 看顧樹皮\n\n"
            "## 回來的時候\n\n三月，*所有事*一起發生。參見[[mould]]。\n\n[^1]: 鄰居說的。",
        ),
        "moss": ("苔蘚與時間", "budding", "它沒有根，也不著急。"),
        "soil/mould": ("腐葉土", "seedling", "落葉，加上兩年的時間。參見[[overwintering]]。"),
        "zettel": (
            "用 Obsidian 寫作",
            "budding",
            "<ruby>筆<rt>ㄅㄧˇ</rt>記<rt>ㄐㄧˋ</rt></ruby>：Smart Notes 第 12–15 頁，[[moss]]。",
        ),
    },
    "ar": {
        "overwintering": (
            "البيات الشتوي",
            "evergreen",
            "ينتظر البلوط تحت الثلج كما ينتظر [[moss]]، ولا يبدو أن شيئًا يحدث.\n\n"
            "## ما العمل\n\n- اسقِ قليلًا\n- انتظر\n\n> [!tip] قبل الصقيع\n> غطِّ التراب بالأوراق.\n\n"
            "```python\nspring = wait()\n```\n\n| نبات | لتر |\n|---|--:|\n| بلوط | 2 |\n\n"
            "## ما يقوله الآخرون\n\n> الشتاء ليس فصلًا، بل مهنة.[^1]\n\n"
            "## العودة\n\nفي مارس يحدث *كل شيء* معًا. انظر [[mould]].\n\n[^1]: جار.",
        ),
        "moss": ("الطحلب والزمن", "budding", "لا جذور له، ولا عجلة."),
        "soil/mould": ("دبال الأوراق", "seedling", "أوراق وسنتان. انظر [[overwintering]]."),
        "zettel": (
            "كيف أكتب في Obsidian (الإصدار 1.9)",
            "budding",
            "قرأت How to Take Smart Notes، ص 12–15، ثم [[moss]] و`git log -5`. بقي 3 من 10 (30%).",
        ),
    },
    "ja": {
        "overwintering": (
            "冬越しのしかた",
            "evergreen",
            "楢の木は雪の下で待つ。[[moss]]もそうだ。<ruby>何<rt>なに</rt></ruby>も起こらないように"
            "見えるが、*根*は動いている。「待つ」というのは、（ほとんど）仕事である。\n\n"
            "## すること\n\n- 水は少なめに\n- 待つ\n\n> [!tip] 霜の前に\n> 落ち葉をかけておく。\n\n"
            "| 植物 | リットル |\n|---|--:|\n| 楢 | 2 |\n\n"
            "## ほかの人の話\n\n> 冬は季節ではなく、仕事である。[^1]\n\n"
            "- [x] 敷きわら\n- [ ] 樹皮を見る\n- [/] 剪定\n\n"
            "## 春になると\n\n三月には==すべて==が一度に起こる。"
            "[[mould]]も参照。\n\n[^1]: 隣の人。",
        ),
        "moss": ("苔と時間", "budding", "根がなく、急ぐこともない。"),
        "soil/mould": ("腐葉土", "seedling", "落ち葉と二年。[[overwintering]]を参照。"),
        "zettel": (
            "Obsidianで書く",
            "budding",
            "Smart Notesの12～15ページ、[[moss]]、`git log -5`。",
        ),
    },
    "ko": {
        "overwintering": (
            "겨울나기",
            "evergreen",
            "참나무는 눈 아래에서 [[moss]]처럼 기다립니다. *아무 일도* 일어나지 "
            "않는 것처럼 보입니다.\n\n"
            "## 할 일\n\n- 물을 적게 주기\n- 기다리기\n\n> [!tip] 서리가 내리기 전에\n"
            "> 낙엽을 덮어 줍니다.\n\n"
            "| 식물 | 리터 |\n|---|--:|\n| 참나무 | 2 |\n\n"
            "## 다른 사람들의 말\n\n> 겨울은 계절이 아니라 일이다.[^1]\n\n"
            "- [x] 멀칭\n- [ ] 나무껍질 살피기\n\n"
            "## 돌아올 때\n\n3월에는 ==모든 일==이 한꺼번에 일어납니다. "
            "[[mould]] 참고.\n\n[^1]: 이웃.",
        ),
        "moss": ("이끼와 시간", "budding", "뿌리도 없고, 서두르지도 않습니다."),
        "soil/mould": ("부엽토", "seedling", "낙엽, 그리고 두 해. [[overwintering]] 참고."),
        "zettel": ("Obsidian으로 쓰기", "budding", "Smart Notes 12~15쪽, [[moss]], `git log -5`."),
    },
    "zh-Hans": {
        "overwintering": (
            "扦插的魔法",
            "evergreen",
            "剪下一段枝条，插进土里，像[[moss]]那样等待它自己长出根来。这是**“重点”**的意思。\n\n"
            "## 该做什么\n\n- 少浇水\n- 等待\n\n> [!tip] 霜降之前\n> 盖上落叶。\n\n"
            "| 植物 | 升 |\n|---|--:|\n| 橡树 | 2 |\n\n"
            "## 别人怎么说\n\n> 冬天不是季节，是一份工作。[^1]\n\n- [x] 覆盖\n- [ ] 看护树皮\n\n"
            "## 回来的时候\n\n三月，*所有事*一起发生。参见[[mould]]。\n\n[^1]: 邻居说的。",
        ),
        "moss": ("苔藓与时间", "budding", "它没有根，也不着急。"),
        "soil/mould": ("腐叶土", "seedling", "落叶，加上两年的时间。参见[[overwintering]]。"),
        "zettel": (
            "用 Obsidian 写作",
            "budding",
            "Smart Notes 第 12–15 页，[[moss]]，`git log -5`。",
        ),
    },
}
# A note of each garden is in another language.
ABROAD = {"en": "ar", "ar": "en", "ja": "zh-Hans", "ko": "ar", "zh-Hans": "ja", "zh-Hant": "en"}
SMALL = {
    "en": "A thought, {}",
    "zh-Hant": "一個念頭，{}",
    "ar": "فكرة {}",
    "ja": "思いつき、その{}",
    "ko": "생각 {}",
    "zh-Hans": "一个念头，{}",
}  # enough for a page of their own
