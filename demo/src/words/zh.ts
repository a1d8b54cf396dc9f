import { type Lexicon, marketNames, pad2 } from './lexicon.ts'

const list = (text: string) => text.split(' ')

export const chinese: Lexicon = {
  weekdays: list('周日 周一 周二 周三 周四 周五 周六'),
  months: Array.from({ length: 12 }, (_, at) => `${at + 1}月`),
  date: (day, month) => `${month}${day}号`,
  time: (hour, minute) =>
    `${hour < 12 ? '上午' : '下午'}${hour > 12 ? hour - 12 : hour}点${minute === 0 ? '' : minute === 30 ? '半' : pad2(minute)}`,
  money: (amount) => (amount >= 10_000 ? `${Math.round(amount / 1000) / 10}万美元` : `${amount}美元`),
  percent: (value) => `${value}%`,
  quarter: (number) => `${['一', '二', '三', '四'][number - 1] ?? '一'}季度`,
  formal: ({ gender, lastName }) => `${lastName}${gender === 'f' ? '女士' : '先生'}`,
  familiar: ({ gender, lastName }) => `${lastName}${gender === 'f' ? '女士' : '总'}`,
  lists: {
    ...marketNames,
    child: list('朵朵 小宇 乐乐 阳阳 果果 安安'),
    place: list('和平饭店 陆家嘴的茶馆 外滩那家咖啡馆 中环的办公室 静安的会所'),
    sector: list('新能源 医药 半导体 消费 银行 地产 人工智能'),
    city: list('上海 深圳 香港 杭州 新加坡 苏州 成都'),
    school: list('国际学校 伦敦的大学 波士顿的高中'),
    document: list('护照复印件 地址证明 税务声明 银行流水 收入证明'),
    portal: list('客户平台 网上平台 手机端'),
  },
}
