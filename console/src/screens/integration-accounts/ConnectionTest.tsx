import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { asFailure } from '@verbatim/client/failure.ts'
import { connectionProblemTexts } from '@verbatim/contract/connection-problems.ts'
import {
  listProviderNumbers,
  type ProviderCredential,
  type ProviderNumbers,
} from '@verbatim/contract/provider-connections.ts'
import { providedChannels } from '@verbatim/contract/channels.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { useApi, useCan } from '#shell/use-app-context.ts'

interface ConnectionTestProps {
  /** Whether one is saved. */
  hasToken: boolean
  /** Something is entered that is not saved yet. */
  isDirty: boolean
}

/** Asks the provider with the saved credentials, and says what is wrong. */
export function ConnectionTest({ hasToken, isDirty }: ConnectionTestProps) {
  const api = useApi()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => api(listProviderNumbers, { params: { type: providedChannels[0] } }),
  })
  if (!useCan('integrations.manage')) return null
  const problem = error ? asFailure(error).message : data && problemOf(data)
  return (
    <Group gap="sm">
      <Button variant="default" disabled={isDirty} loading={isPending} onClick={() => mutate()}>
        Test connection
      </Button>
      {isDirty ? (
        <Text size="sm" c="dimmed">
          Save first: the saved credentials are tested.
        </Text>
      ) : (
        <Text size="sm" role="status" {...(problem && { c: 'var(--mantine-color-error)' })}>
          {problem}
          {data && !problem && foundOf(data, hasToken)}
        </Text>
      )}
    </Group>
  )
}

function problemOf({ problem, refused }: ProviderNumbers): string | undefined {
  if (problem === 'not-configured')
    return 'No credentials are saved. Enter the account SID and an auth token, and save them before you test.'
  const credentials = refused.filter(isCredential)
  if (problem !== 'credentials-refused' || credentials.length === 0)
    return problem && connectionProblemTexts[problem]
  return `The provider refuses ${namesOf(credentials)} for this account SID. Correct this and save, then test again.`
}

function foundOf({ numbers, refused }: ProviderNumbers, hasToken: boolean): string {
  const found = `The provider answers: ${counted(numbers.length, 'number')} found.${
    refused.includes('conversationService')
      ? ' It has no conversation service with this SID: correct the SID and save, then test again.'
      : ''
  }`
  const credentials = refused.filter(isCredential)
  if (!hasToken) return `${found} Enter an auth token: without one, no message can be received.`
  if (credentials.length === 0) return found
  return `${found} It refuses ${namesOf(credentials)}, but accepts the other credential. The refused one may have been replaced at the provider: correct or remove it.`
}

type Credential = Exclude<ProviderCredential, 'conversationService'>
const isCredential = (one: ProviderCredential): one is Credential => one !== 'conversationService'

const namesOf = (refused: readonly Credential[]) => listed.format(refused.map((one) => names[one]))
const listed = new Intl.ListFormat('en', { type: 'conjunction' })
const names: Record<Credential, string> = {
  apiKey: 'the API key or its secret',
  authToken: 'the auth token',
  authTokenSecondary: 'the secondary auth token',
}
