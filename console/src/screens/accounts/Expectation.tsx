import { Alert, Button, Group, NumberInput, Title } from '@mantine/core'
import { type AccountHealth, expectedHoursLimits } from '@verbatim/contract/accounts.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { Ago } from '@verbatim/ui/DateTime.tsx'
import { type FormEvent, useState } from 'react'
import { useCan } from '#shell/use-app-context.ts'
import { useExpect } from './mutations.ts'

/** How often something should arrive, in words. */
const expectationText = (hours: number | null) =>
  hours === null ? 'nothing' : `at least one message every ${hours === 1 ? 'hour' : counted(hours, 'hour')}`

const usualText = (hours: number | null) =>
  hours === null ? 'the usual interval, once it is known' : `the usual interval: ${expectationText(hours)}`

/** Shown while an account has received nothing for longer than expected. */
export function Silence({ account: { lastEventAt, expectedHours, usualHours } }: { account: AccountHealth }) {
  return (
    <Alert color="red" mt="sm" title="This account is silent">
      {lastEventAt ? (
        <>
          The last message arrived <Ago at={lastEventAt} />.
        </>
      ) : (
        'Nothing has ever arrived.'
      )}{' '}
      {expectedHours === null ? 'Usual' : 'Expected'}: {expectationText(expectedHours ?? usualHours)}. Check
      the connection at the provider.
    </Alert>
  )
}

/** How often something should arrive; administrators change it. */
export function Expectation({ account }: { account: AccountHealth }) {
  const canChange = useCan('integrations.manage')
  return (
    <section>
      <Title order={2} size="h3" mb="xs">
        Expected messages
      </Title>
      {canChange ? <ExpectationForm key={account.expectedHours} account={account} /> : expectationOf(account)}
    </section>
  )
}

const expectationOf = ({ expectedHours, usualHours }: AccountHealth) =>
  expectedHours === null && usualHours !== null
    ? `Usual: ${expectationText(usualHours)}.`
    : `Expected: ${expectationText(expectedHours)}.`

function ExpectationForm({ account: { id, expectedHours, usualHours } }: { account: AccountHealth }) {
  const [hours, setHours] = useState<number | string>(expectedHours ?? '')
  const { mutate, isPending } = useExpect(id)
  const { from, to } = expectedHoursLimits
  const next = typeof hours === 'number' ? hours : null
  const isWrong = next !== null && (next < from || next > to)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isWrong) mutate(next)
  }
  return (
    <form onSubmit={submit} noValidate>
      <NumberInput
        label="Hours without a message"
        description={`After this many hours without a message, the account is shown as silent, and its owner and administrators are notified. Leave blank to use ${usualText(usualHours)}.`}
        allowDecimal={false}
        allowNegative={false}
        hideControls
        value={hours}
        error={isWrong && `From ${from} to ${to} hours.`}
        onChange={setHours}
      />
      <Group mt="xs">
        <Button
          type="submit"
          variant="default"
          size="compact-sm"
          loading={isPending}
          disabled={next === expectedHours}
        >
          Save expectation
        </Button>
      </Group>
    </form>
  )
}
