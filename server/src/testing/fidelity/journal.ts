import { exchangeReport, type FakeMail, mailText } from '#testing/fakes/mail.ts'
import { type Cell, type ChannelCells, type Exposed, type Given } from './cells.ts'

let count = 0
function mail(given: FakeMail): FakeMail & { readonly messageId: string } {
  count += 1
  return {
    from: 'Ann Ash <ann@client.example>',
    to: 'Rita <rita@acme.test>',
    subject: `Subject ${count}`,
    date: 'Thu, 14 May 2026 08:00:00 +0000',
    messageId: `<fidelity${count}@client.example>`,
    body: 'Please see below',
    ...given,
  }
}
const journalled = (given: FakeMail, report: readonly string[] = []): Given => ({
  contentType: 'message/rfc822',
  body: Buffer.from(
    exchangeReport(['Sender: ann@client.example', 'To: rita@acme.test', ...report], mailText(mail(given))),
  ),
})
const one = (given: FakeMail, ...says: string[]): Exposed => ({ deliveries: [journalled(given)], says })
const attached = (name: string, type: string) => ({ name, type, bytes: Buffer.from(`file ${name}`) })
const file = (name: string, type: string): Exposed => ({
  ...one({ attachments: [attached(name, type)] }, 'Please see below'),
  files: 1,
})

const noChanges = 'A mail is never changed: what its sender changes is another mail.'
const noChats = 'A mail has none; a chat that was archived as mail has it as text, if its archive wrote it.'
const noReceipts = 'A receipt is a mail of its own, which is captured as one.'

function answer(): Exposed {
  const first = mail({ body: 'Offer 5 %' })
  const wrap = (given: FakeMail): Given => ({
    contentType: 'message/rfc822',
    body: Buffer.from(exchangeReport(['Sender: ann@client.example', 'To: rita@acme.test'], mailText(given))),
  })
  const reply = mail({
    body: 'Too low',
    headers: { 'In-Reply-To': first.messageId, References: first.messageId },
  })
  return { deliveries: [wrap(first), wrap(reply)], says: ['Offer 5 %', 'Too low'] }
}

const cells: Record<keyof ChannelCells['cells'], Cell> = {
  text: one({ body: 'Hello by mail' }, 'Hello by mail', 'Subject'),
  styled: one(
    { body: 'A plain word', html: '<p>A <b>bold</b> word</p><p style="display:none">A hidden word</p>' },
    'A plain word',
    'A bold word',
    'A hidden word',
  ),
  mention: noChats,
  link: one({ body: 'see https://acme.test' }, 'https://acme.test'),
  image: file('a.png', 'image/png'),
  livePhoto: noChats,
  video: file('a.mp4', 'video/mp4'),
  audio: file('song.mp3', 'audio/mpeg'),
  voice: file('voicemail.wav', 'audio/wav'),
  document: file('offer.pdf', 'application/pdf'),
  sticker: noChats,
  animation: file('a.gif', 'image/gif'),
  album: {
    ...one({ attachments: [attached('a.png', 'image/png'), attached('b.png', 'image/png')] }),
    files: 2,
  },
  caption: file('chart.png', 'image/png'),
  location: noChats,
  liveLocation: noChats,
  contact: file('ann.vcf', 'text/vcard'),
  poll: noChats,
  vote: noChats,
  button: noChats,
  list: noChats,
  form: noChats,
  reply: answer(),
  forward: {
    ...one(
      {
        attachments: [
          {
            name: 'forwarded.eml',
            type: 'message/rfc822',
            bytes: Buffer.from(mailText(mail({ body: 'as she wrote' }))),
          },
        ],
      },
      'Please see below',
    ),
    files: 1,
  },
  edit: noChanges,
  secondEdit: noChanges,
  deletion: noChanges,
  adminDeletion: noChanges,
  reaction: noChats,
  reactionRemoved: noChats,
  disappearing: noChats,
  viewOnce: noChats,
  call: noChats,
  group: {
    deliveries: [
      journalled({ body: 'hi all', to: 'Rita <rita@acme.test>, Desk <desk@acme.test>' }, [
        'Bcc: hidden@acme.test',
        'To: sam@acme.test, Expanded: desk@acme.test',
      ]),
    ],
    says: ['hi all', 'hidden@acme.test', 'sam@acme.test'],
  },
  joined: noChats,
  left: noChats,
  renamed: noChats,
  delivered: noReceipts,
  read: noReceipts,
  failed: noReceipts,
  consent: 'A mail has no consents.',
}

export const journalCells: ChannelCells = {
  channel: 'proofpoint',
  address: 'fidelity@journal.example',
  cells,
}
