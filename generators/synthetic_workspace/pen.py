"""Words, sentences and numbers drawn from one seeded source, for any file's content."""

from __future__ import annotations

import random
from collections.abc import Iterator


def _listed(text: str, mark: str | None = None) -> tuple[str, ...]:
    return tuple(text.split(mark))


_ENGLISH = _listed(
    "account agreement allocation annual approval arrival audit average backlog balance batch "
    "billing board branch budget capacity carrier catalogue claim closing collection complaint "
    "component contract corridor cost coverage credit customer cycle daily dashboard deadline "
    "decision delay delivery department depot discount dispatch draft duty effort equipment "
    "escalation estimate export facility feature finding fleet forecast freight goods growth "
    "handling hourly import incident inspection insurance interview inventory invoice issue item "
    "kickoff latency lead ledger limit load location maintenance margin market material meeting "
    "milestone monthly network notice offer operator order outage output overtime owner packaging "
    "partner payment penalty period permit plan policy priority process product project proposal "
    "purchase quality quarter query queue quota rate receipt reference region release rental "
    "repair report request reserve return review revision risk roster route sample schedule "
    "season sensor service shift shipment shortage site staff standard storage supplier supply "
    "survey target task tender threshold ticket tolerance training transfer trend trial upgrade "
    "usage vendor visit volume voucher warehouse warranty weekly weight workload yield"
)
_JOINTS = _listed(
    "the of and for with from after before during under into against between without per within "
    "is was remains exceeds covers includes follows requires reaches replaces confirms records"
)
_CHINESE = _listed(
    "仓库 订单 运输 合同 预算 采购 销售 库存 供应商 客户 报告 审批 季度 月度 成本 风险 质量 检验 "
    "交付 计划 会议 培训 设备 维修 物流 费用 发票 付款 退货 市场 产品 项目 团队 进度 目标 数据 "
    "分析 改进 流程 系统 接口 测试 发布 版本 需求 评审 指标 增长 下降 平均 总计 负责 完成 延迟"
)
PLACES = _listed(
    "norrmark sandvik eastport lakefield rauvik brookton halden merano tarnow velden "
    "aldbury costano dunmore elgin foxton granby"
)
PEOPLE = _listed(
    "A. Lindqvist|B. Okafor|C. Moreau|D. Haines|E. Tanaka|F. Rossi|G. Novak|H. Weber|"
    "I. Duarte|J. Kimani|K. Larsen|L. Petrov",
    "|",
)

_SPANS = ("days", "hours", "minutes")

# Of all words, so that sentences read like sentences and search has something to rank.
_JOINT_SHARE = 0.35


class Pen:
    """A seeded random source that writes. The same seed writes the same, on every machine."""

    def __init__(self, seed: str, *, is_chinese: bool = False) -> None:
        self.random = random.Random(seed)
        self.is_chinese = is_chinese

    def words(self, count: int) -> str:
        """A phrase of subject words."""
        pool, joint = (_CHINESE, "") if self.is_chinese else (_ENGLISH, " ")
        return joint.join(self.random.choices(pool, k=count))

    def heading(self) -> str:
        """Two to four words, the first in capitals where the script has them."""
        return self.words(self.random.randint(2, 4)).capitalize()

    def sentence(self) -> str:
        """One sentence; one in four holds a figure."""
        draw = self.random
        count = draw.randint(7, 16)
        if self.is_chinese:
            return f"{self.words(count)}共{draw.randint(2, 9_999)}件。"
        parts = draw.choices(_ENGLISH, k=count)
        joints = draw.choices(_JOINTS, k=int(count * _JOINT_SHARE))
        for position, joint in enumerate(joints):
            parts[position * 2 + 1] = joint
        if count % 4 == 0:
            parts.append(f"{draw.randint(10, 99_999):,}")
        return f"{' '.join(parts).capitalize()}."

    def fact(self) -> str:
        """A sentence that states one figure with its unit, as a rule or an agreement does."""
        draw = self.random
        if self.is_chinese:
            return f"{self.words(3)}不超过{draw.randint(11, 999)}天。"
        unit = draw.choice(_SPANS)
        place = draw.choice(PLACES).capitalize()
        return f"The {self.words(2)} takes {draw.randint(11, 999)} {unit} at the {place} site."

    def paragraph(self, characters: int) -> str:
        """Sentences of about so many characters together."""
        joint = "" if self.is_chinese else " "
        return joint.join(self._sentences(characters))

    def paragraphs(self, characters: int) -> Iterator[str]:
        """Paragraphs of about so many characters together."""
        left = characters
        while left > 0:
            text = self.paragraph(min(left, self.random.randint(200, 900)))
            left -= len(text)
            yield text

    def _sentences(self, characters: int) -> Iterator[str]:
        left = characters
        while left > 0:
            text = self.sentence()
            left -= len(text)
            yield text
