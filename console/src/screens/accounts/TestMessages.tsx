import { Alert, Button, Group, Select, Text, TextInput, Title } from '@mantine/core'
import type { AccountId } from '@verbatim/contract/ids.ts'
import {
  type Canary,
  canaryMinutes,
  type CanaryMinutes,
  canaryMinutesNames,
  canaryProblemTexts,
  canaryWithinMinutes,
} from '@verbatim/contract/canaries.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { Ago } from '@verbatim/ui/DateTime.tsx'
import { type FormEvent, useState } from 'react'
import { useCan } from '#shell/use-app-context.ts'
import { useUpdateCanary } from './mutations.ts'

interface Props {
  id: AccountId
  canary: Canary
}

/** Test messages that are sent to the account on a schedule, and the results of the last ones; administrators change them. */
export function TestMessages({ id, canary }: Props) {
  const canChange = useCan('integrations.manage')
  const { way, everyMinutes, sender } = canary
  return (
    <section>
      <Title order={2} size="h3" mb="xs">
        Test messages
      </Title>
      <LastOnes canary={canary} />
      {way === null && <Text c="dimmed">Test messages can’t be sent to an account of this kind.</Text>}
      {way !== null && canChange && (
        <TestMessagesForm key={`${everyMinutes} ${sender}`} id={id} canary={canary} />
      )}
      {way !== null &&
        !canChange &&
        (everyMinutes === null ? 'Off.' : `${canaryMinutesNames[everyMinutes]}.`)}
    </section>
  )
}

function LastOnes({ canary: { last, arrived } }: Pick<Props, 'canary'>) {
  return (
    <>
      {last?.state === 'not-sent' && last.problem && (
        <Alert color="yellow" my="xs" title="The last one could not be sent">
          {canaryProblemTexts[last.problem]}
        </Alert>
      )}
      {(last?.state === 'waiting' || last?.state === 'missing') && (
        <Text>
          The last one was sent <Ago at={last.sentAt} /> and has not arrived
          {last.state === 'waiting' && ' yet'}.
        </Text>
      )}
      {arrived && (
        <Text>
          One arrived <Ago at={arrived.at} />, after {counted(arrived.tookSeconds, 'second')}.
        </Text>
      )}
    </>
  )
}

const off = 'off'
const choices = [
  { value: off, label: 'Off' },
  ...canaryMinutes.map((minutes) => ({ value: String(minutes), label: canaryMinutesNames[minutes] })),
]

const hints = {
  mail: 'The email server of this installation sends an email to the address of this account.',
  provider:
    'Your messaging provider sends a text message to this account from another number of yours, and charges for it.',
}

function TestMessagesForm({ id, canary: { way, everyMinutes, sender } }: Props) {
  const [every, setEvery] = useState<string>(everyMinutes === null ? off : String(everyMinutes))
  const [from, setFrom] = useState(sender ?? '')
  const { mutate, isPending } = useUpdateCanary(id)
  const minutes = every === off ? null : (Number(every) as CanaryMinutes)
  const isFrom = way === 'provider' && minutes !== null
  const isSame = minutes === everyMinutes && (!isFrom || from.trim() === (sender ?? ''))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    mutate({ everyMinutes: minutes, ...(isFrom && { sender: from }) })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Select
        label="Send a test message"
        description={`${way ? hints[way] : ''} If it has not arrived after ${canaryWithinMinutes} minutes, the owner and administrators are notified.`}
        data={choices}
        allowDeselect={false}
        value={every}
        onChange={(value) => setEvery(value ?? off)}
      />
      {isFrom && (
        <TextInput
          mt="xs"
          label="From number"
          type="tel"
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
      )}
      <Group mt="xs">
        <Button
          type="submit"
          variant="default"
          size="compact-sm"
          loading={isPending}
          disabled={isSame || (isFrom && from.trim() === '')}
        >
          Save test messages
        </Button>
      </Group>
    </form>
  )
}
