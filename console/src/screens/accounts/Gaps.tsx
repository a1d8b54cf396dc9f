import { Alert, Table, Text } from '@mantine/core'
import type { AccountGap, GapOutcome } from '@verbatim/contract/account-gaps.ts'
import type { GapKind } from '@verbatim/contract/gap-kinds.ts'
import type { AccountStatus } from '@verbatim/contract/accounts.ts'
import { connectionProblemTexts } from '@verbatim/contract/connection-problems.ts'
import { sizeText } from '@verbatim/ui/dates.ts'
import { Ago, DateTime } from '@verbatim/ui/DateTime.tsx'
import { Trouble } from './Troubles.tsx'

const outcomeTexts: Record<GapOutcome, string> = {
  compared: 'Complete: compared with the provider’s list',
  kept: 'Kept by the provider and handed over',
  lost: 'Messages are lost',
  unknown: 'Can’t be known',
  removed: 'The account was removed',
  arrived: 'Arrived later',
  unread: 'Kept, and not decrypted yet',
}

const whyOf = ({ kind, problem, endedAt }: AccountGap) => {
  if (kind === 'behind')
    return endedAt
      ? 'The account was connected, but messages were captured late.'
      : 'The account is connected, but messages sent since then are not all captured yet.'
  if (kind === 'canary') return 'A test message did not arrive.'
  if (kind === 'silent') return 'Nothing arrived for longer than usual.'
  if (kind === 'unstored') return 'Received messages could not be stored.'
  if (kind === 'missing') return 'Changes or receipts arrived for messages that are missing.'
  if (kind === 'undelivered') return 'The provider did not deliver messages. They were fetched from its list.'
  if (kind === 'undecrypted') return 'Messages could not be decrypted.'
  return problem ? connectionProblemTexts[problem] : 'Verbatim was not running.'
}

const notConnected = 'This account is not connected'

const openTitles: Record<GapKind, string> = {
  disconnected: notConnected,
  behind: 'Capture is behind',
  silent: 'This account is silent',
  canary: 'A test message did not arrive',
  unstored: 'Received messages can’t be stored',
  missing: 'Messages are missing',
  undelivered: 'Messages are not delivered',
  undecrypted: 'Messages can’t be decrypted',
}

const titleOf = ({ kind, problem }: AccountGap, status: AccountStatus) =>
  kind === 'disconnected' && status === 'active' && problem !== 'not-running'
    ? 'The provider doesn’t answer'
    : openTitles[kind]

interface OpenGapsProps {
  readonly gaps: readonly AccountGap[]
  readonly status: AccountStatus
}

/** What may be missing right now. A silent account says so by itself. A provider that did not answer just now may answer the next time. */
export function OpenGaps({ gaps, status }: OpenGapsProps) {
  return gaps
    .filter(({ kind, endedAt }) => kind !== 'silent' && !endedAt)
    .map((gap) => (
      <Alert key={gap.id} color="red" mt="sm" title={titleOf(gap, status)}>
        {gap.kind === 'canary' ? 'It was sent at' : 'Since'} <DateTime at={gap.beganAt} />.{' '}
        {gap.kind === 'canary' ? 'Check that the provider delivers to Verbatim.' : whyOf(gap)}{' '}
        {gap.notifiedAt && (
          <>
            Its owner and the administrators were notified <Ago at={gap.notifiedAt} />.
          </>
        )}
      </Alert>
    ))
}

function OutcomeText({ gap: { outcome, lostBefore } }: { gap: AccountGap }) {
  if (!outcome) return 'Not known yet'
  if (!lostBefore) return outcomeTexts[outcome]
  return (
    <>
      Those sent before <DateTime at={lostBefore} /> are lost. The provider kept the others.
    </>
  )
}

/** From when to when messages may be missing, newest first. */
export function Gaps({ gaps }: { gaps: readonly AccountGap[] }) {
  return (
    <Trouble
      title="Gaps"
      none="This account has had no gaps of its own."
      heads={['From', 'To', 'Why', 'Its messages']}
    >
      {gaps.map((gap) => (
        <Table.Tr key={gap.id}>
          <Table.Td>
            <DateTime at={gap.beganAt} />
          </Table.Td>
          <Table.Td>{gap.endedAt ? <DateTime at={gap.endedAt} /> : 'Ongoing'}</Table.Td>
          <Table.Td>{whyOf(gap)}</Table.Td>
          <Table.Td>
            <OutcomeText gap={gap} />
            {gap.heldBytes !== undefined && (
              <Text size="xs" c="dimmed">
                They are in a damaged file on the server ({sizeText(gap.heldBytes)}). A later release may be
                able to read more of it. The file is kept as long as this channel’s messages.
              </Text>
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </Trouble>
  )
}
