import { PrivateAddress } from '#platform/public-fetch.ts'

/** Why an archive did not take a mail. */
type LinkProblem =
  | 'dns'
  | 'private-address'
  | 'refused'
  | 'timeout'
  | 'tls-missing'
  | 'certificate'
  | 'sign-in'
  | 'sender'
  | 'recipients'
  | 'too-large'
  | 'content'
  | 'interrupted'
  | 'busy'

export interface Failure {
  readonly problem: LinkProblem
  /** Another attempt is useless until a person changes something. */
  readonly lasting: boolean
  /** The connection or the sign-in failed, not this mail: others would fail as well. */
  readonly ofReceiver: boolean
  /** What the server said, without what we sent. */
  readonly answer: string | undefined
}

interface SmtpError {
  readonly code?: string
  readonly responseCode?: number
  readonly response?: string
  readonly command?: string
  readonly message?: string
}

/** Classifies an error of the mail client. A problem of the receiver is never the mail's fault, so the mail is tried again. */
export function failureOf(error: unknown): Failure {
  const { responseCode, response } = error as SmtpError
  const answer = typeof response === 'string' ? response.slice(0, 500) : undefined
  const lasting = responseCode !== undefined && responseCode >= 500
  const ofReceiver = receiverProblem(error as SmtpError)
  if (ofReceiver) return { problem: ofReceiver, lasting: false, ofReceiver: true, answer }
  const ofMail = mailProblem(error as SmtpError, lasting)
  if (ofMail) return { problem: ofMail, lasting, ofReceiver: false, answer }
  return { problem: responseCode === 421 ? 'busy' : 'interrupted', lasting: false, ofReceiver: true, answer }
}

const byCode: Readonly<Record<string, LinkProblem>> = {
  ETLS: 'tls-missing',
  EAUTH: 'sign-in',
  EDNS: 'dns',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ETIMEDOUT: 'timeout',
  ECONNREFUSED: 'refused',
}

function receiverProblem(error: SmtpError): LinkProblem | undefined {
  const { code = '', responseCode, command, message = '' } = error
  if (error instanceof PrivateAddress) return 'private-address'
  if (/certificate/i.test(message) && responseCode === undefined) return 'certificate'
  if (command === 'STARTTLS') return 'tls-missing'
  if (responseCode === 530 || responseCode === 535) return 'sign-in'
  return byCode[code]
}

function mailProblem(
  { code, command = '', responseCode }: SmtpError,
  lasting: boolean,
): LinkProblem | undefined {
  if (code === 'EENVELOPE' && command !== 'DATA') {
    if (isBusy(responseCode)) return 'busy'
    if (!command.startsWith('MAIL')) return 'recipients'
    return lasting ? 'sender' : 'busy'
  }
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return undefined
  if (responseCode === 552) return 'too-large'
  return lasting ? 'content' : 'busy'
}

/** It has no time for now; other answers to a recipient are about that recipient. */
const isBusy = (responseCode: number | undefined) =>
  responseCode !== undefined && [421, 450, 451].includes(responseCode)
