import type { Script } from '#scene.ts'

export const chineseDaily: Script = {
  language: 'zh',
  text: `
# zh-welcome | onboarding
r: 欢迎您成为我们的客户！我是{rep}，以后{有事直接找我|日常的事情都可以找我}。
c: 好的，多多关照。接下来要{做什么|准备什么}？
r: 先上传{document}，再做一份风险问卷，{十分钟左右|不难的}。
c: 问卷昨晚{做完了|填好了}。
r: 太好了，{weekday}我给您详细讲一遍。

# zh-review | review
r: {lastquarter}的报告出来了，收益{pct}，{略高于|基本跟上}基准。
> attach pdf
c: 哪个基金{拖后腿|表现最好}？
r: 主要是{fund}，第{3|4}页有图。
c: 要不要{换掉|调整}？
r: 我建议再{看一个季度|观察一下}，理由见面说。

# zh-review-date | scheduling
c: 这周{有空吗|方便见一面吗}？想聊聊{孩子留学的钱|明年的安排}。
r: {weekday}{time}可以吗？{place}。
c: 可以，{我太太也来|我带上资料}。
r: 好，{恭候|到时见}。

# zh-move-meeting | scheduling
c: 不好意思，{weekday}{临时要出差|公司有事}，能改到{soon}吗？
r: {没问题|当然可以}，时间不变？
c: 不变。
r: {已改好|改好了}，一路平安。

# zh-transfer | transfer
c: 请帮我转{amount}到{香港的账户|尾号{ending}的账户}。
r: 收到。按规定要先{电话|回拨}确认，现在方便吗？
c: 方便，{打吧|等您电话}。
> wait 15m
r: 已确认，预计{weekday}到账。

# zh-transfer-status | transfer
c: {past}的那笔汇款{还没到|到了吗}？
r: 我查一下。// 我们这边已经汇出，{对方银行在审核|中转行那边慢了一天}。
c: 大概{什么时候|还要几天}？
r: 最晚{weekday}，我{盯着|每天跟进}。
> wait 1d
c: 到了到了！

# zh-fee | fees
c: 账单里的{small}是什么{费用|钱}？
r: 是{lastquarter}的管理费，年费率{smallpct}。
c: 资产多了能{优惠|便宜}点吗？
r: 可以的，超过{big}自动降一档。

# zh-documents | documents
r: 您的护照{快到期了|下个月到期}，请在{portal}更新一下。
c: 新的还在办，{下周拿|要等两周}。
r: 不急，拿到再传，四个角都要拍到。
> wait 3d
c: 传好了
r: 审核通过，谢谢配合。

# zh-source | documents
r: 那笔{big}需要一份资金来源说明，{合规要求|一两句话也行}。
c: 是{卖房的钱|公司的分红}，有合同。
r: 那就够了，请把{合同首尾页|完税证明}上传。
c: {晚上传|马上}。

# zh-statement | statements
c: {lastmonth}的对账单{没收到|在哪里看}？
r: 已经在{portal}里，我再发您一份。
> attach pdf
c: 能给我一份{表格|Excel}吗？会计要。
r: 可以。
> attach csv

# zh-market | market
c: 今天{sector}跌得厉害，{要不要减一点|怎么看}？
r: 您的仓位只有{share}，{影响不大|不用太担心}。
c: 听说还要跌。
r: 短期谁也说不准，咱们的计划是看五年的。

# zh-market-rate | market
c: 美联储{降息|不加息}了，对我有什么影响？
r: 债券部分{略涨|会受益}，现金利息会少一点。
c: 那现金{放哪里|换成什么}好？
r: 可以放一部分到{fund}，随时能取。

# zh-market-chart | market
r: 这是今年以来的走势，您看看。
> attach chart
c: 中间那个{坑|低谷}是什么时候？
r: {三月|八月}那次，两个月就回来了。
c: {还好没动|幸亏听您的}。

# zh-company | market
c: {company}能{买吗|不能碰}？朋友都在说。
r: 研究部的看法是{中性|估值偏高}。真想买，先{少一点|拿小部分资金}。
c: 那先{看看|不买}。

# zh-drop | drop
c: 怎么{全是绿的|跌成这样}？要不要{卖掉|先出来}？
r: 先别急。您三年的生活费都在现金和短债里，{不需要卖|跌了也不用动}。
c: 心里{慌|不踏实}。
r: 理解，我{现在给您打电话|下午去看您}。
> wait 20m
c: 聊完好多了。

# zh-drop-buy | drop
c: 跌了{pct}，是不是{机会|可以加仓}？
r: 可以分三次，每次{amount}，{别一次买完|留点后手}。
c: 好，今天先买{第一笔|{fund}}。
r: 收到您的指令，{time}下单。

# zh-drop-after | drop
c: 今天涨回来{一半|不少}。
r: 是的，{稳住就对了|所以不动也是一种操作}。
c: 哈哈，{学到了|佩服}。

# zh-order | orders
c: 帮我买{units}股{company}，{市价|限价{price}}。
r: 复述一下：买入{company}{units}股，当日有效，对吗？
c: 对。
r: 已下单。
> wait 1h
r: 全部成交，{均价{price}|确认单在平台上}。

# zh-order-cancel | orders
c: 上午那单{撤了吧|先不要了}。
r: 还没成交，已撤。
c: 👌

# zh-switch | orders
c: 把{fund}换成{fund2}，{全部|一半}。
r: 好的，今天赎回，{weekday}买入，中间有两天不在市场里。
c: 知道。

# zh-study | education
c: {child}拿到{city}的offer了！🎉
r: 恭喜恭喜！一年大概要多少？
c: 学费加生活费{amount}左右。
r: 教育账户够四年，从{nextmonth}开始按月{汇出|支付}。

# zh-insurance | planning
c: 朋友推荐一份{储蓄险|年金}，您帮我看看？
> attach scan
r: 前五年退出会{亏不少|有损失}，收益也不高。您图的是{什么|保障还是收益}？
c: {主要是强制储蓄|人家说好}。
r: 那不如每月定投，灵活得多。

# zh-trust | planning
c: 想给孩子{设个信托|做传承安排}，复杂吗？
r: 不复杂但要想清楚：给谁、什么时候给、谁来管。
c: {周末跟家里商量|列个清单给我吧}。
r: 清单发您了。
> attach txt

# zh-retire | pension
c: 我{age}岁退休够不够？
r: 按现在的花销，够。每年再存{amount}就{更宽松|可以提前两年}。
c: 提前两年好！
> react 👍

# zh-festival | small talk
r: 节日快乐！祝您和家人{平安健康|团圆美满}！
c: 同乐同乐！{子女都回来了|在家包饺子呢}。
r: {真好|羡慕}，代我问好。

# zh-tea | small talk
c: 上次的茶{真不错|还有吗}，下次来{place}坐坐。
r: 一定，{茶我带|自己付自己的哦}。
c: 哈哈，规矩我懂。

# zh-rain | small talk
c: {台风|大雨}，今天改{电话|视频}吧？
r: 好，安全第一。{time}打给您。

# zh-thanks | compliment
c: 这次{转账|开户}真快，{服务好|比银行强多了}！
r: 谢谢您的肯定，{应该的|同事们也很开心}。

# zh-thanks-crisis | compliment
c: 谢谢你{上次|那几天}一直陪着我，没让我{割肉|乱卖}。
r: 是您自己稳得住。

# zh-login | portal
c: {portal}登不上去，说密码错。
r: 输错三次会锁，我先{电话核实|打给您}再重置。
c: 好。
> wait 20m
c: 进去了，谢谢！

# zh-address | documents
c: 我们搬家了，地址怎么{改|更新}？
r: 传一份{document}就行，三个月内的。
c: 水电还没出账单，{租约|购房合同}可以吗？
r: 可以。

# zh-late | complaint | end
c: 等了{两|三}个星期还没办好，{怎么回事|有点失望}。
r: 非常抱歉，卡在托管行那里，我应该早点告诉您。
c: 请给个准确时间。
r: {weekday}之前一定完成，每天下午向您汇报。
> wait 1d
r: 今天进展：已批准，明天汇出。
`,
}
