import { demoOrganization } from '#flows/demo/demo-organization.ts'
const now = new Date('2026-11-21T10:30:00Z')
console.time('gen')
const org = demoOrganization('halden', now)
console.timeEnd('gen')
const d = [...org.deliveries]
const kinds = {},
  ch = {}
for (const { event: e } of d) {
  kinds[e.kind] = (kinds[e.kind] ?? 0) + 1
  if (e.kind === 'message') ch[e.channel] = (ch[e.channel] ?? 0) + 1
}
console.log(d.length, kinds, ch)
const msgs = d.filter((x) => x.event.kind === 'message')
console.log(
  'att',
  msgs.reduce((n, m) => n + m.event.attachments.length, 0),
  'bytes',
  msgs.reduce((n, m) => n + m.event.attachments.reduce((a, b) => a + b.bytes.length, 0), 0),
)
console.log('findings', org.findings.size)
const byMonth = {}
for (const m of msgs) {
  const k = m.receivedAt.toISOString().slice(0, 7)
  byMonth[k] = (byMonth[k] ?? 0) + 1
}
console.log(byMonth)
const tail = process.argv[2] ?? 60
for (const { event: e, receivedAt } of d.filter((x) => x.event.kind !== 'status').slice(-tail))
  console.log(
    receivedAt.toISOString().slice(5, 16),
    e.channel,
    e.kind,
    e.kind === 'message'
      ? `${e.authorName} [${e.direction}] ${e.subject ?? ''}: ${e.body}${e.attachments.length ? ' 📎' + e.attachments.map((a) => a.name) : ''}`
      : (e.body ?? e.value ?? e.scope ?? ''),
  )
