import { Button, Group, Progress, Text } from '@mantine/core'
import {
  changeAccountHistory,
  type getAccountCoverage,
  type historyActions,
  type LinkedHistory,
} from '@verbatim/contract/account-coverage.ts'
import type { OutputOf } from '@verbatim/contract/endpoint.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import { Ago, DateTime } from '@verbatim/ui/DateTime.tsx'
import type { ReactNode } from 'react'
import { useAct } from '#shell/use-act.ts'
import { useCan } from '#shell/use-app-context.ts'

interface HistoryProps {
  id: AccountId
  history: OutputOf<typeof getAccountCoverage>['history']
}

interface ImportedHistoryProps {
  id: AccountId
  since: string
  history: LinkedHistory
}

/** How far the history of an account was imported, and the ways to stop that or to start again. */
export function History({ id, history }: HistoryProps) {
  const canManage = useCan('integrations.manage')
  const { mutate, isPending } = useChangeHistory(id)
  if (!history)
    return (
      canManage && (
        <Button
          mt="xs"
          size="compact-sm"
          variant="default"
          loading={isPending}
          onClick={() => mutate('restart')}
        >
          Import history again
        </Button>
      )
    )
  const share = shareOf(history)
  return (
    <Importing share={share} isStopping={isPending} onStop={() => mutate('stop')}>
      Importing the history since <DateTime at={history.from} />: {numberText(Math.floor(share))}%, up to{' '}
      <DateTime at={history.until} />.
    </Importing>
  )
}

/** How far the history has come that the owner's phone hands over after linking, and the way to stop it. */
export function ImportedHistory({ id, since, history }: ImportedHistoryProps) {
  const { mutate, isPending } = useChangeHistory(id, handedOver)
  const { state, progress, at } = history
  if (state !== 'importing')
    return (
      <Text size="sm" mt="xs">
        {endText(history)}; the last part arrived <Ago at={at} />. It goes back to <DateTime at={since} /> at
        the earliest. The phone sends it only once, after linking.
      </Text>
    )
  return (
    <Importing share={progress} isStopping={isPending} onStop={() => mutate('stop')}>
      The phone hands over the history since <DateTime at={since} />: {numberText(progress)}%.
    </Importing>
  )
}

interface ImportingProps {
  /** In percent. */
  share: number
  isStopping: boolean
  onStop: () => void
  children: ReactNode
}

/** How far an import has come, and the way to stop it. */
function Importing({ share, isStopping, onStop, children }: ImportingProps) {
  const canManage = useCan('integrations.manage')
  return (
    <Group mt="xs" gap="md" role="status">
      <div style={{ flex: 1, maxWidth: 480 }}>
        <Text size="sm">{children}</Text>
        <Progress value={share} mt={4} aria-label="History imported" />
      </div>
      {canManage && (
        <Button size="compact-sm" variant="default" loading={isStopping} onClick={onStop}>
          Stop import
        </Button>
      )}
    </Group>
  )
}

function shareOf({ from, until, to }: NonNullable<HistoryProps['history']>): number {
  const [begin, now, end] = [from, until, to].map((at) => Date.parse(at)) as [number, number, number]
  return end > begin ? Math.min(100, (100 * (now - begin)) / (end - begin)) : 100
}

const done = {
  stop: {
    title: 'The import was stopped',
    message:
      'New messages and those of the last week are still compared. Earlier days that were not compared stay incomplete.',
  },
  restart: {
    title: 'The history is being imported again',
    message: 'It is compared from its beginning. Messages that are here already are not stored twice.',
  },
} as const

/** Of a history that is handed over once. */
const handedOver = {
  ...done,
  stop: {
    title: 'The import was stopped',
    message: 'New messages are captured as before. Messages already imported are kept.',
  },
} as const

const useChangeHistory = (id: AccountId, words: typeof done | typeof handedOver = done) =>
  useAct({
    call: (api, action: (typeof historyActions)[number]) =>
      api(changeAccountHistory, { params: { id }, body: { action } }),
    done: ({ action }) => words[action],
    failed: 'Nothing was changed',
    touches: ['accounts'],
  })

const endText = ({ state, progress }: ImportedHistoryProps['history']) => {
  if (state === 'stopped') return 'The import of the history was stopped'
  if (progress < 100) return `${numberText(progress)}% of the history arrived, and no more is expected`
  return 'The history was imported'
}
