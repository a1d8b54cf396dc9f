import '@verbatim/ui/mantine-later.css'
import { NumberInput, Switch, Title } from '@mantine/core'
import { organizationLimits } from '@verbatim/contract/organizations.ts'
import classes from './ProfileForm.module.css'
import type { ProfileEditing } from './ProfileForm.tsx'

/** What the organization asks of whoever signs in. */
export function SecuritySection({ values, errors, canManage, change }: ProfileEditing) {
  const { from, to } = organizationLimits.idleLockMinutes
  return (
    <section className={classes.section} aria-labelledby="profile-security">
      <Title order={2} id="profile-security">
        Sign-in
      </Title>
      <NumberInput
        label="Lock after so many idle minutes"
        description={`From ${from} to ${to}. Whoever does nothing for so long signs in again.`}
        maw={320}
        allowDecimal={false}
        allowNegative={false}
        disabled={!canManage}
        value={values.idleLockMinutes}
        error={errors['idleLockMinutes']}
        onChange={(value) => change({ idleLockMinutes: wholeOf(value) })}
      />
      <Switch
        label="Second step required for platform users"
        description="Whoever has no authenticator yet is asked to add one at the next sign-in."
        disabled={!canManage}
        checked={values.requiresSecondStep}
        onChange={(event) => change({ requiresSecondStep: event.currentTarget.checked })}
      />
    </section>
  )
}

export const wholeOf = (value: number | string) => (typeof value === 'number' ? value : '')
