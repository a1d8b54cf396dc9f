export interface FakeMail {
  readonly from?: string
  readonly to?: string
  readonly cc?: string
  readonly subject?: string
  readonly date?: string
  readonly messageId?: string
  /** Further headers; a `Content-Type` here makes the mail that one part. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | undefined
  readonly html?: string
  readonly attachments?: readonly {
    readonly name: string
    readonly type: string
    readonly bytes: Uint8Array
  }[]
}

/** A mail as a program would have sent it, with CRLF throughout. Empty fields are left out. */
export function mailText(mail: FakeMail): string {
  const { headers = {}, attachments = [] } = mail
  const head = Object.entries({
    From: mail.from,
    To: mail.to,
    Cc: mail.cc,
    Subject: mail.subject,
    Date: mail.date,
    'Message-ID': mail.messageId,
    ...headers,
    'MIME-Version': '1.0',
  })
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  if (headers['Content-Type']) return `${head}\r\n${mail.body ?? ''}\r\n`
  const texts = [
    ...(mail.body === undefined ? [] : [textPart('plain', mail.body)]),
    ...(mail.html === undefined ? [] : [textPart('html', mail.html)]),
  ]
  const content = texts.length > 1 ? multipart('alternative', texts) : (texts[0] ?? textPart('plain', ''))
  const files = attachments.map(
    ({ name, type, bytes }) =>
      `Content-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\n` +
      (type === 'message/rfc822'
        ? `\r\n${Buffer.from(bytes).toString('utf8')}`
        : `Content-Transfer-Encoding: base64\r\n\r\n${Buffer.from(bytes).toString('base64')}`),
  )
  return `${head}${files.length > 0 ? multipart('mixed', [content, ...files]) : content}\r\n`
}

/** A mail inside an Exchange journal report whose text is `lines`; the outer headers copy those of the mail. */
export function exchangeReport(
  lines: readonly string[],
  mail: string,
  options: {
    marker?: string
    encoding?: 'base64'
    fold?: boolean
    extra?: boolean
    withoutMail?: boolean
  } = {},
): string {
  const report = lines.map((line) => (options.fold ? line.replace(', ', ',\r\n ') : line)).join('\r\n')
  const text =
    options.encoding === 'base64'
      ? `Content-Type: text/plain; charset="utf-8"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(report).toString('base64')}`
      : textPart('plain', `${report}\r\n`)
  const copied = mail.split('\r\n').filter((line) => /^(?:From|To|Cc|Subject):/.test(line))
  const outer = [
    ...copied,
    'Sender: <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@acme.test>',
    'Message-ID: <4c75620b@journal.report.generator>',
    'Date: Thu, 14 May 2026 08:00:03 +0000',
    options.marker ?? 'X-MS-Journal-Report:',
    'MIME-Version: 1.0',
  ]
  return `${outer.join('\r\n')}\r\n${multipart('mixed', [
    text,
    ...(options.withoutMail ? [] : [`Content-Type: message/rfc822\r\n\r\n${mail}`]),
    ...(options.extra
      ? [
          'Content-Type: application/ms-tnef; name=winmail.dat\r\nContent-Transfer-Encoding: base64\r\n\r\neJ8+',
        ]
      : []),
  ])}\r\n`
}

function textPart(subtype: string, text: string): string {
  return `Content-Type: text/${subtype}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${text}`
}

/** The boundary occurs in no test content, and differs at each depth of nesting. */
function multipart(subtype: string, parts: readonly string[]): string {
  const boundary = `=_${subtype}_${parts.join('').length}`
  const body = parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')
  return `Content-Type: multipart/${subtype}; boundary="${boundary}"\r\n\r\n${body}--${boundary}--`
}

let reported = 0

/** The report of a mail server that a mail was not delivered. */
export function deliveryReport({
  messageId,
  recipient,
  status,
  answer,
  action = 'failed',
}: {
  messageId: string
  recipient: string
  status: string
  answer: string
  action?: string
}): string {
  reported += 1
  const fields = [
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${answer.replace(' ', '\r\n ')}`,
  ]
  const parts = [
    textPart('plain', 'The mail could not be delivered.'),
    `Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.vendor.example\r\n\r\n${fields.join('\r\n')}\r\n`,
    `Content-Type: text/rfc822-headers\r\n\r\nMessage-ID: ${messageId}\r\nSubject: What was sent\r\n`,
  ]
  const head = [
    'From: mailer-daemon@vendor.example',
    'To: archive@acme.example',
    'Subject: Undelivered mail',
    `Message-ID: <report-${reported}@vendor.example>`,
    'Date: Thu, 14 May 2026 08:10:00 +0000',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
  ]
  return `${head.join('\r\n')}\r\n${multipart('report; report-type=delivery-status', parts)}\r\n`
}
