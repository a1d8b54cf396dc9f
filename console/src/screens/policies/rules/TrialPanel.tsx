import { Stack, Text } from '@mantine/core'
import { policyLimits } from '@verbatim/contract/policy-rules.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import { useCan } from '#shell/use-app-context.ts'
import type { PolicyValues } from '#screens/policies/policy-form.ts'
import { PreviewPanel } from '#screens/policies/preview/PreviewPanel.tsx'
import { TryBox } from './TryBox.tsx'
import type { Trial } from './use-trial.ts'

/** A policy's findings before it is saved: in a text, and in recent messages. */
export function TrialPanel({ values, trial }: { values: PolicyValues; trial: Trial }) {
  if (!useCan('policies.test')) return
  return (
    <Stack gap="lg">
      <TryBox trial={trial} />
      {values.rules.length > policyLimits.draftRules && (
        <Text size="xs" c="dimmed">
          Only {numberText(policyLimits.draftRules)} of the {numberText(values.rules.length)} rules are
          checked here: the ones you change and the first of the others. After you save, all rules apply.
        </Text>
      )}
      <PreviewPanel values={values} />
    </Stack>
  )
}
