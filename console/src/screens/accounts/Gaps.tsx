import { Alert, Table, Text } from '@mantine/core'
import type { AccountGap, GapKind, GapOutcome } from '@verbatim/contract/account-gaps.ts'
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
}

const whyOf = ({ kind, problem }: AccountGap) => {
  if (kind === 'canary') return 'A test message did not arrive.'
  if (kind === 'silent') return 'Nothing arrived for longer than usual.'
  if (kind === 'unstored') return 'Received messages could not be stored.'
  if (kind === 'missing') return 'Changes or receipts arrived for messages that are missing.'
  return problem ? connectionProblemTexts[problem] : 'Verbatim was not running.'
}

const openTitles: Record<GapKind, string> = {
  disconnected: 'This account is not connected',
  silent: 'This account is silent',
  canary: 'A test message did not arrive',
  unstored: 'Received messages can’t be stored',
  missing: 'Messages are missing',
}

/** What may be missing right now. A silent account says so by itself. */
export function OpenGaps({ gaps }: { gaps: readonly AccountGap[] }) {
  return gaps
    .filter(({ kind, endedAt }) => kind !== 'silent' && !endedAt)
    .map((gap) => (
      <Alert key={gap.id} color="red" mt="sm" title={openTitles[gap.kind]}>
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
                A damaged file on the server still has them ({sizeText(gap.heldBytes)}). A later release may
                read more of it. It is kept as long as messages of this channel.
              </Text>
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </Trouble>
  )
}
