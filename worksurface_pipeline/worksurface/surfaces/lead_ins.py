"""Words of Chinese that may touch a file name without being part of it.

Chinese writes no blanks, so that in 新数据表.csv another name stands and in 根据数据表.csv a word
and the name. Words that also begin names (分析报告.docx) count only after one that cannot.
"""

from __future__ import annotations

# Lead to a name wherever they stand: "see", "look up", "open", "according to", "as well as".
_STRONG = (
    *("参见", "详见", "请见", "查看", "打开", "读取", "见附件", "如附件"),
    *("根据", "依据", "按照", "参照", "基于", "以及"),
)
# Lead to a name where a clause begins: requests, prepositions, conjunctions, pronouns.
_FIRST = (
    *("请", "烦请", "需", "需要", "应", "应当", "可", "可以", "要", "必须", "现在", "先", "首先"),
    *("再", "然后", "接着", "最后", "其中", "并", "并且", "我们", "我", "你", "您", "已", "已经"),
    *("将", "把", "对", "对于", "针对", "从", "由", "在", "向", "按", "据", "结合", "通过"),
    *("使用", "利用", "采用", "用", "以", "及", "和", "与", "同", "跟", "或", "或者", "还有"),
    *("包括", "包含", "例如", "比如", "如", "即", "是", "为", "见", "来自", "导入", "加载", "载入"),
)
# Go on after one of those: verbs that are nouns as well, and what a file is called.
_NEXT = (
    *(
        "分析",
        "处理",
        "统计",
        "计算",
        "汇总",
        "整理",
        "检查",
        "核对",
        "核实",
        "对比",
        "比较",
        "比对",
    ),
    *(
        "合并",
        "更新",
        "修改",
        "编辑",
        "审核",
        "审阅",
        "阅读",
        "查询",
        "查找",
        "查阅",
        "参考",
        "参看",
    ),
    *(
        "上传",
        "下载",
        "提交",
        "生成",
        "输出",
        "输入",
        "保存",
        "引用",
        "提取",
        "获取",
        "创建",
        "制作",
    ),
    *("填写", "完成", "撰写", "编写", "替换", "删除", "复制", "运行", "导出", "中的", "的", "一下"),
    *("附件", "文件", "表格", "文档", "附表"),
)
# More letters than this before a name are a clause, of which only the end is looked at.
LONGEST_RUN = 24


def is_led_in(run: str) -> bool:
    """Whether letters that touch a name from the left are words of the sentence, not of a name."""
    reached = {0} if len(run) <= LONGEST_RUN else set()
    begun: set[int] = set()
    for at in range(len(run)):
        words = _STRONG if at not in begun else (*_STRONG, *_FIRST, *_NEXT)
        if at in reached:
            words = (*words, *_FIRST)
        begun.update(at + len(word) for word in words if run.startswith(word, at))
    return len(run) in begun
