import { Divider, Stack } from '@mantine/core'
import { useCan } from '#shell/use-house.ts'
import type { PolicyValues } from './policy-form.ts'
import { PreviewPanel } from './PreviewPanel.tsx'
import { TryBox } from './TryBox.tsx'
import type { Trial } from './use-trial.ts'

/** What a policy finds, before it is saved: in a text, and in what was said lately. */
export function TrialPanel({ values, trial }: { values: PolicyValues; trial: Trial }) {
  if (!useCan('policies.test')) return
  return (
    <Stack gap="lg">
      <TryBox trial={trial} />
      <Divider />
      <PreviewPanel values={values} />
    </Stack>
  )
}
