import type { Script } from '#scene.ts'

export const chineseIncidents: Script = {
  language: 'zh',
  text: `
# zh-inside | incident | end hit=mnpi-chinese:breach
c: 我同学在{company}，说有内幕，{重组谈好了|下周停牌}，先帮我买{units}股。
r: 这个单子我不能接，您也千万别在别处买。
c: 别人都在买……
r: 我得按规定上报，{对不起|请理解}。

# zh-inside-rep | incident | end hit=mnpi-chinese:breach
r: {company}有好事，还没公布，{您懂的|先拿一点}。
c: 可靠吗？
r: 不要告诉别人。
> delete

# zh-inside-before | incident | end hit=mnpi-chinese:breach
c: 公告之前能不能{多买|加}一点{company}？
r: 您不是他们的{供应商|顾问}吗？那就更不能买了。
c: {那算了|好吧}。

# zh-merger-false | incident | hit=mnpi-chinese:false
c: 新闻说{company}并购的消息{是真的|又被否认了}？
r: 只看到公司的澄清公告，{以公告为准|别跟风}。
c: 好。

# zh-inside-film | incident | hit=mnpi-chinese:false
c: 昨晚看了个讲内幕交易的电影，{老鼠仓那段太真实|最后都进去了}。
r: 哈哈，我们每年培训都放类似的。

# zh-guarantee | incident | end hit=guarantees:breach
r: 这个产品{基本保本|零风险}，年化{pct}，名额不多。
c: 真的{不会亏|这么好}？
r: 放心，{稳赚的|好多客户都买了}。

# zh-guarantee-false | incident | hit=guarantees:false
c: 有没有保本的？我{怕亏|年纪大了}。
r: 我们这里没有保本的产品，银行存款在限额内有保障，其他都有风险。
c: 明白了。

# zh-off | incident | end hit=off-channel:breach
r: 这里说话不方便，加我私人微信吧。
c: 好，{号码发我|扫哪个}？
r: {晚点给您|见面扫}。

# zh-off-delete | incident | end hit=off-channel:breach
r: 看完请把上面的删掉记录，{免得误会|谢谢}。
c: {哦|好的}。
> delete

# zh-off-refused | incident | hit=off-channel:minor
c: 能不能私下聊？这里{总怕被看|太正式}。
r: 工作的事只能在这里说，{请理解|对您也是保护}。

# zh-gift | incident | end hit=gifts:breach
c: 给你准备了{小礼物|购物卡}，放前台了，{别客气|一点心意}。
r: 太谢谢了！{您太客气|下不为例哈}。

# zh-gift-refused | incident | hit=gifts:minor
c: 过节给你发个红包🧧
r: 心意领了，红包真不能收，{公司有规定|请您理解}。

# zh-payment | incident | end hit=unusual-payments:breach
c: 国内的钱想分批汇出来，{找几个亲戚|每人五万}，行吗？
r: 借别人额度不合规，我们不能接收这样的款。
c: 大家都这么弄。
r: 那我也只能如实记录。

# zh-cash | incident | end hit=unusual-payments:minor
c: 我可以带现金过来存吗？{大概{amount}|卖车的钱}
r: 不好意思，我们不收现金，{请先存到您自己的银行|来源也要说明}。
c: 好吧。

# zh-complaint | incident | end hit=complaints:breach
c: 我要投诉！{手续费多扣了{small}|三个月都没人回复}。
r: 非常抱歉，我现在就为您登记，编号{ref}，{两个工作日|{weekday}前}给您答复。
c: 行，等你们。

# zh-crypto | incident | hit=crypto:minor
c: 比特币又涨了，你们{能买吗|怎么看}？
r: 我们不提供，也不给建议。{波动太大|请谨慎}。

# zh-passport | incident | hit=personal-data:minor
c: 新的护照号是 EX90{ending}21，{帮我更新|麻烦登记}。
r: 收到，不过号码请不要发在聊天里，{上传到平台即可|平台上填更安全}。

# zh-rude | incident | end hit=profanity:minor
c: 他妈的，这系统又{卡死了|退出来了}！
r: 抱歉抱歉，我帮您办，{您不用操作|稍等}。
c: 不是说你哈，气死我了。
`,
}
