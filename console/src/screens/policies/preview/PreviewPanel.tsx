import { Alert, Button, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { IconRadar2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { asFailure } from '@verbatim/client/failure.ts'
import { policyLimits } from '@verbatim/contract/policy-rules.ts'
import { useState } from 'react'
import { openable } from '#failures/openable.ts'
import { readBody } from '#editor/use-editing.ts'
import { useApi } from '#shell/use-app-context.ts'
import { policyBody, type PolicyValues } from '#screens/policies/policy-form.ts'
import classes from './PreviewPanel.module.css'
import { PreviewResult } from './PreviewResult.tsx'
import { previewQuery } from '#screens/policies/queries.ts'
import { firstRules, type RuleValues } from '#screens/policies/rules/rule-form.ts'

const days = 30
const noRules = 'Add a rule first.'

/** The events that the policy in the form would have raised recently. Saves nothing. */
export function PreviewPanel({ values }: { values: PolicyValues }) {
  const rules = firstRules(values.rules, policyLimits.draftRules)
  const written = { ...values, rules }
  const draft = JSON.stringify({ ...policyBody.toBody(written), enabled: true })
  const [asked, setAsked] = useState<{ draft: string; rules: readonly RuleValues[] }>()
  const body = { policy: asked ? (JSON.parse(asked.draft) as object) : {}, days }
  const { data, error, isFetching } = openable(
    useQuery({ ...previewQuery(useApi(), body), enabled: asked !== undefined }),
  )
  const problem = values.rules.length === 0 ? noRules : problemOf(written)
  const ask = () => setAsked({ draft, rules })
  const isOutdated = asked !== undefined && asked.draft !== draft
  return (
    <section aria-labelledby="preview-title" className={classes.panel}>
      <Stack gap="sm">
        <Title order={3} id="preview-title">
          Preview on recent messages
        </Title>
        {asked && isFetching ? (
          <Group justify="space-between" wrap="nowrap" role="status">
            <Group gap="sm" wrap="nowrap">
              <Loader size="sm" aria-hidden />
              <Text>Reading the last {days} days, newest first…</Text>
            </Group>
            <Button variant="default" size="compact-sm" onClick={() => setAsked(undefined)}>
              Cancel
            </Button>
          </Group>
        ) : (
          <Group gap="sm">
            <Button
              variant="default"
              leftSection={<IconRadar2 size={16} aria-hidden />}
              disabled={problem !== undefined}
              onClick={ask}
            >
              {asked ? 'Check again' : `Check the last ${days} days`}
            </Button>
            {problem !== undefined && (
              <Text size="xs" c="dimmed">
                {problem}
              </Text>
            )}
          </Group>
        )}
        {asked && !isFetching && (
          <div role="status" ref={showFromTop}>
            {isOutdated && data && (
              <Text size="xs" c="dimmed" mb="xs">
                The policy has been edited since. Check again.
              </Text>
            )}
            {error && (
              <Alert color="red" title="The check was not finished">
                {asFailure(error).message}
              </Alert>
            )}
            {data && <PreviewResult result={data} rules={asked.rules} days={days} />}
          </div>
        )}
      </Stack>
    </section>
  )
}

/** The answer needs more space than there is below the button. */
function showFromTop(answer: HTMLElement | null): void {
  answer?.closest('section')?.scrollIntoView({ block: 'start' })
}

/** Errors that prevent a check. A policy without a name can be checked. */
function problemOf(values: PolicyValues): string | undefined {
  const wrong = Object.keys(readBody(policyBody, values).errors).filter((field) => field !== 'name')
  return wrong.length === 0 ? undefined : 'Some rules or groups are not complete yet.'
}
