import { NumberInput, Switch } from '@mantine/core'
import { failures } from '@verbatim/contract/errors.ts'
import { organizationLimits } from '@verbatim/contract/organizations.ts'
import { wholeOf } from '#editor/whole-of.ts'
import { useAppContext } from '#shell/use-app-context.ts'
import { FormSection } from '#editor/FormSection.tsx'
import type { ProfileEditing } from './profile-form.ts'

const secondStepText = 'Users without an authenticator must add one at their next sign-in.'

/** The organization's requirements for sign-in. */
export function SecuritySection({ values, canEdit, field, change }: ProfileEditing) {
  const isHere = useAppContext().session.keptAt === 'here'
  const { from, to } = organizationLimits.idleLockMinutes
  return (
    <FormSection id="profile-security" title="Sign-in" hint="What every user has to do.">
      <NumberInput
        label="Lock after inactivity (minutes)"
        description={`From ${from} to ${to}. Users are signed out after this period of inactivity.`}
        maw={320}
        allowDecimal={false}
        allowNegative={false}
        {...field('idleLockMinutes')}
        onChange={(value) => change({ idleLockMinutes: wholeOf(value) })}
      />
      <Switch
        label="Second step required for platform users"
        description={isHere ? secondStepText : failures['organization.second-step-kept-elsewhere'].message}
        {...field('requiresSecondStep', { type: 'checkbox' })}
        disabled={!canEdit || (!isHere && !values.requiresSecondStep)}
      />
    </FormSection>
  )
}
