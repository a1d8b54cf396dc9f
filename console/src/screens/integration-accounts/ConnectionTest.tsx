import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { asFailure } from '@verbatim/client/failure.ts'
import { connectionProblemTexts } from '@verbatim/contract/connection-problems.ts'
import { listProviderNumbers } from '@verbatim/contract/connections.ts'
import { providedChannels } from '@verbatim/contract/channels.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { useApi, useCan } from '#shell/use-app-context.ts'

/** Asks the provider with the saved credentials, and says what is wrong. */
export function ConnectionTest() {
  const api = useApi()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => api(listProviderNumbers, { params: { type: providedChannels[0] } }),
  })
  if (!useCan('integrations.manage')) return null
  const problem = error ? asFailure(error).message : data?.problem && connectionProblemTexts[data.problem]
  return (
    <Group gap="sm">
      <Button variant="default" loading={isPending} onClick={() => mutate()}>
        Test connection
      </Button>
      <Text size="sm" role="status" {...(problem && { c: 'var(--mantine-color-error)' })}>
        {problem}
        {data && !problem && `The provider answers: ${counted(data.numbers.length, 'number')} found.`}
      </Text>
    </Group>
  )
}
