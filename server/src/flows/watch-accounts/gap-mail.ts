/** The mail about gaps of accounts. It says from when to when, why, and what to do; nothing that anyone wrote. */
import { gapLastsTexts, gapOverTexts } from '@verbatim/contract/account-gaps.ts'
import type { GapKind } from '@verbatim/contract/gap-kinds.ts'
import { canaryWithinMinutes } from '@verbatim/contract/canaries.ts'
import { channelNames } from '@verbatim/contract/channels.ts'
import { type ConnectionProblem, connectionProblemTexts } from '@verbatim/contract/connection-problems.ts'
import type { DueGap } from '#domains/accounts/gaps.ts'
import type { NewMail } from '#domains/mail/commands.ts'
import { greeting, momentText, noReply } from '#domains/mail/words.ts'
import type { News } from './news.ts'
import type { Recipient } from './recipients.ts'

export interface NotedGap {
  readonly gap: DueGap
  readonly news: News
}

interface Given {
  readonly recipient: Pick<Recipient, 'firstName' | 'accounts'>
  readonly organization: string
  /** The address of the product for the organization. */
  readonly address: string
  readonly noted: readonly NotedGap[]
}

/** Each of them in full; a longer list is counted. */
const mostListed = 40

export function gapMail(given: Given): Pick<NewMail, 'kind' | 'subject' | 'text'> {
  const { recipient, organization, noted } = given
  const sections = noted.slice(0, mostListed).map((one) => sectionOf(one, given))
  const more = noted.length - mostListed
  return {
    kind: 'notice',
    subject: subjectOf(noted),
    text: `${greeting(recipient.firstName)}

This is about what Verbatim captures for ${organization}.

${sections.join('\n\n')}
${more > 0 ? `\nAnd ${more} more.\n` : ''}
${noted.some(({ news }) => news.kind !== 'ended') ? 'You get another email when messages arrive again.\n' : ''}${noReply}
`,
  }
}

function subjectOf(noted: readonly NotedGap[]): string {
  const [first] = noted
  const count = new Set(noted.map(({ gap }) => gap.account_id)).size
  const isOver = noted.every(({ news }) => news.kind === 'ended')
  const isLoss = noted.some(({ gap }) => isLost(gap))
  if (first && count === 1)
    return `${nameOf(first.gap)} ${isOver ? (isLoss ? lossWords(noted) : overWords(first.gap)) : lastsWords(first.gap)}`
  const [kind, ...kinds] = new Set(noted.map(({ gap }) => gap.kind))
  const common = kinds.length === 0 ? kind && countedTexts[kind] : undefined
  if (isOver && common) return `${count} accounts ${common}`
  if (isOver && isLoss) return `${count} accounts capture again, but messages are lost`
  return isOver ? `${count} accounts capture again` : `${count} accounts may miss messages`
}

const isLost = ({ kind }: DueGap) => kind === 'unstored' || kind === 'missing'
const isUnarchived = ({ problem }: DueGap) => problem === 'not-archived'
const lossWords = (noted: readonly NotedGap[]) =>
  gapOverTexts[noted.some(({ gap }) => gap.kind === 'unstored') ? 'unstored' : 'missing']
const overWords = (gap: DueGap) =>
  isUnarchived(gap) ? 'is archived by the provider' : gapOverTexts[gap.kind]
const lastsWords = (gap: DueGap) =>
  isUnarchived(gap) ? 'is not archived by the provider' : gapLastsTexts[gap.kind]
/** Of several accounts, where it is the same for all. */
const countedTexts: Partial<Record<GapKind, string>> = {
  missing: gapOverTexts.missing,
  undelivered: gapOverTexts.undelivered,
  undecrypted: 'have messages that could not be decrypted',
}
const nameOf = ({ channel, name }: DueGap) => `${channelNames[channel]} account “${name}”`

function sectionOf({ gap, news }: NotedGap, { recipient, address }: Given): string {
  const mayManage = recipient.accounts.get(gap.account_id)?.mayManage ?? false
  const lines = [
    `${nameOf(gap)} (${gap.address})`,
    ...(news.kind === 'ended' ? linesOfEnd(gap, news) : linesOfOpen(gap, news, mayManage)),
    ...(mayManage ? [`${address}/integrations/accounts/${gap.account_id}`] : []),
  ]
  return lines.join('\n  ')
}

type Lasting = Exclude<News, { kind: 'ended' }>

function linesOfOpen(gap: DueGap, news: Lasting, mayManage: boolean): string[] {
  if (gap.kind === 'silent')
    return [
      `Nothing has arrived since ${timeOf(gap.began_at)}. ${quietWords(gap)}`,
      mayManage
        ? 'Check that it is connected at the provider, and that its messages are delivered to Verbatim.'
        : 'If you have received or sent messages with it since then, contact your administrator.',
    ]
  if (gap.kind === 'canary')
    return [
      `A test message that was sent at ${timeOf(gap.began_at)} had not arrived ${canaryWithinMinutes} minutes later.`,
      mayManage
        ? 'Check that it is connected at the provider, and that its messages are delivered to Verbatim.'
        : byAdministrator,
    ]
  if (gap.kind === 'behind')
    return [
      `It is connected, but messages sent since ${timeOf(gap.began_at)} are not all captured yet.`,
      mayManage
        ? 'If this lasts, ask the operator of your installation to check its load, its database, its disk, and whether the provider limits its requests.'
        : byAdministrator,
      ...waitingWords(news),
    ]
  return [
    isUnarchived(gap)
      ? `At ${timeOf(gap.began_at)}, Verbatim found that the provider does not archive it.`
      : `Not connected since ${timeOf(gap.began_at)}.`,
    whyOf(gap, mayManage),
    ...(news.kind === 'expiring' ? waitingWords(news) : [keptWords(gap, news.keepsUntil)]),
  ]
}

const waitingWords = ({ kind, keepsUntil }: Lasting) =>
  keepsUntil === undefined
    ? []
    : [
        kind === 'expiring'
          ? `The provider deletes waiting messages from ${timeOf(keepsUntil)} on. They are then lost.`
          : `The provider keeps waiting messages until ${timeOf(keepsUntil)}.`,
      ]

const quietWords = ({ quiet_hours: hours }: DueGap) =>
  hours === null ? '' : `An account like this is silent after ${hours === 1 ? 'an hour' : `${hours} hours`}.`

function keptWords(gap: DueGap, keepsUntil: Date | undefined): string {
  if (keepsUntil)
    return `Messages sent in the meantime arrive once it is connected again, if that is before ${timeOf(keepsUntil)}.`
  if (isUnarchived(gap)) return 'Messages sent until the provider archives it do not reach Verbatim.'
  return gap.problem === 'signed-out'
    ? 'Messages sent until it is linked again do not reach Verbatim.'
    : 'Messages sent until it is connected again may be missing.'
}

type Ending = Extract<News, { kind: 'ended' }>

function linesOfEnd(gap: DueGap, news: Ending): string[] {
  const [from, to] = [timeOf(gap.began_at), timeOf(gap.ended_at ?? gap.began_at)]
  return [
    isUnarchived(gap) ? `Not archived from ${from} to ${to}.` : whenOf(gap, from, to),
    ...notRunningWords(gap),
    outcomeWords(news, gap),
  ]
}

function notRunningWords({ kind, problem }: DueGap): string[] {
  if (problem === 'not-running')
    return ['The part of Verbatim that collects its messages was not running in that time.']
  return problem === null && kind === 'disconnected' ? ['Verbatim was not running in that time.'] : []
}

function whenOf({ kind }: DueGap, from: string, to: string): string {
  if (kind === 'canary')
    return `A test message that was sent at ${from} did not arrive in time. A test message arrived at ${to}.`
  if (kind === 'unstored')
    return `Some or all messages that arrived from ${from} to ${to} could not be stored.`
  if (kind === 'missing')
    return `Changes or receipts arrived for messages sent from ${from} to ${to}, but the messages themselves did not arrive within a week.`
  if (kind === 'undelivered')
    return `The provider did not deliver messages sent from ${from} to ${to}, although the account was connected. Verbatim found them in the provider’s list.`
  if (kind === 'behind')
    return `Capture was behind from ${from} to ${to}, although the account was connected.`
  if (kind === 'undecrypted') return `Messages that arrived from ${from} to ${to} could not be decrypted.`
  return `${kind === 'silent' ? 'Nothing arrived' : 'Not connected'} from ${from} to ${to}.`
}

const outcomeWords = (news: Ending, gap: DueGap) => kindWords(news, gap) ?? commonWords(news, gap)

/** Where the kind of a gap says more than its outcome. */
function kindWords({ outcome }: Ending, gap: DueGap): string | undefined {
  if (outcome === 'lost' && gap.kind === 'unstored')
    return 'The provider does not deliver them again, so they are lost. Check that the installation’s disk has free space and no errors.'
  if (gap.kind === 'missing')
    return 'Each of them is in the Content Library as “Original message not captured”, with what is known about it. If the message arrives later, it is shown there instead.'
  if ((outcome === 'lost' || gap.kind === 'behind') && gap.has_unstored)
    return 'Messages that had arrived by then could not be stored, and are lost.'
  if (gap.kind === 'undelivered')
    return `Nothing is missing. ${fetchedWords(gap.fetched)} An administrator should check that the provider can always reach this installation.`
  if (gap.kind === 'behind')
    return outcome === 'arrived'
      ? gap.was_cut_off
        ? 'All that waited has arrived. Messages sent while the account was not connected in that time may be missing.'
        : 'Nothing is missing.'
      : 'The provider keeps messages for less time than that, so whether something is missing can’t be known.'
  return undefined
}

function commonWords({ outcome, lostBefore }: Ending, gap: DueGap): string {
  switch (outcome) {
    case 'compared':
      return `That time was compared with the provider’s list, and nothing is missing. ${fetchedWords(gap.fetched)}`
    case 'kept':
      return 'The provider keeps messages for longer than that and hands them over, so nothing should be missing.'
    case 'lost':
      return `Messages sent from ${timeOf(gap.began_at)} to ${timeOf(lostBefore ?? gap.ended_at ?? gap.began_at)} did not reach Verbatim. They are lost, unless the provider hands over its history.`
    case 'arrived':
      return 'The missing messages have arrived.'
    case 'unread':
      return 'They are kept as they came, and are read as soon as they can be. Until then, the account’s page shows the day as incomplete.'
    case 'unknown':
    case 'removed':
      return 'The provider has no list to compare with, so whether something is missing can’t be known.'
  }
}

const fetchedWords = (count: number) =>
  count === 0
    ? 'Nothing had to be fetched.'
    : `${count} ${count === 1 ? 'message was' : 'messages were'} fetched from it.`

function whyOf({ problem }: DueGap, mayManage: boolean): string {
  if (problem === null) return 'Verbatim was not running.'
  return mayManage ? connectionProblemTexts[problem] : (ownerTexts[problem] ?? byAdministrator)
}

const byAdministrator = 'Your administrators have been notified. You don’t need to do anything.'

/** What its owner can do about it, where that is something. */
const ownerTexts: Partial<Record<ConnectionProblem, string>> = {
  'signed-out':
    'The link to this account has ended. Your administrators have been notified, and will send you a link to connect it again.',
  'account-closed': 'The provider has closed or restricted this account. Resolve this with the provider.',
  'alias-removed':
    'Apple has removed this number or address from your Apple Account. Add it again in the settings of Messages on your Mac.',
  'cannot-receive': 'The account can’t receive messages now. If it is on a device of yours, bring it online.',
  unreachable:
    'It could not be reached. If it runs on a device of yours, such as a Mac, check that the device is on and online.',
}

const timeOf = (at: Date) => momentText(at, 'medium')
