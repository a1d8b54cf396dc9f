import type { Script } from '#scene.ts'

export const chineseMails: Script = {
  language: 'zh',
  text: `
# zh-mail-review | review | mail
s: {lastquarter}投资报告
r: 附件是本季度的报告，扣除费用后收益{pct}。 // 我们建议维持现有配置，股息再投资。 // {weekday}{time}方便电话沟通吗？
> attach pdf
c: 收到，{很清楚|谢谢}。{weekday}可以。

# zh-mail-docs | documents | mail
s: 需要补充的资料
r: 为更新您的档案，请在平台上传{document}。请勿通过邮件发送证件。
c: 已上传，请查收。
`,
}
