import { Button, Input, Select } from '@mantine/core'
import { asFailure } from '@verbatim/client/failure.ts'
import { failures } from '@verbatim/contract/errors.ts'
import { languageCodes, languageName } from '@verbatim/contract/languages.ts'
import { organizationLimits, recommendedLogo } from '@verbatim/contract/organizations.ts'
import { FileDrop } from '@verbatim/ui/FileDrop.tsx'
import { FieldPair, LimitedInput } from '@verbatim/ui/LimitedInput.tsx'
import { useState } from 'react'
import { CountrySelect } from './CountrySelect.tsx'
import { useSetLogo } from './mutations.ts'
import { FormSection } from '#editor/FormSection.tsx'
import classes from './ProfileForm.module.css'
import type { ProfileEditing } from './profile-form.ts'
import { ListField } from '#editor/ListField.tsx'

const languages = languageCodes
  .map((value) => ({ value, label: `${languageName(value)} (${value})` }))
  .toSorted((a, b) => a.label.localeCompare(b.label))
const timeZones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]

/** The name, place and look of the organization. */
export function GeneralSection(editing: ProfileEditing) {
  const { values, field } = editing
  const zones = timeZones.includes(values.timeZone) ? timeZones : [values.timeZone, ...timeZones]
  return (
    <FormSection id="profile-general" title="Organization" hint="Its name is on every page and in emails.">
      <LimitedInput
        limit={organizationLimits.name}
        label="Name"
        withAsterisk
        autoComplete="off"
        {...field('name')}
      />
      <FieldPair>
        <Select
          label="Language"
          description="Language for generated results."
          searchable
          allowDeselect={false}
          nothingFoundMessage="No results"
          data={languages}
          {...field('language')}
        />
        <Select
          label="Time zone"
          description="Used for days and business hours."
          searchable
          allowDeselect={false}
          nothingFoundMessage="No results"
          limit={100}
          data={zones}
          {...field('timeZone')}
        />
      </FieldPair>
      <PlaceFields {...editing} />
      <LogoField {...editing} />
    </FormSection>
  )
}

/** Settings that distinguish our own numbers and mail from those of others. */
function PlaceFields({ field }: ProfileEditing) {
  return (
    <FieldPair>
      <CountrySelect note="Existing numbers do not change." {...field('country')} />
      <ListField
        label="Email domains"
        one="domain"
        description="Journal emails from these domains count as sent, and emails to them count as received. Emails already captured do not change."
        maxTags={organizationLimits.mailDomains}
        {...field('mailDomains')}
      />
    </FieldPair>
  )
}

/** The logo is saved separately, as soon as it is chosen. */
function LogoField({ latest, canEdit }: ProfileEditing) {
  const { mutate, isPending } = useSetLogo()
  const [error, setError] = useState<string>()
  const { logo, name } = latest
  const choose = ([file]: readonly File[]) => {
    if (!file) return
    setError(undefined)
    if (file.size > organizationLimits.logoBytes)
      return setError(failures['organization.logo-too-large'].message)
    mutate(file, { onError: (failure) => setError(asFailure(failure).message) })
  }
  return (
    <Input.Wrapper
      label="Logo"
      labelElement="div"
      description="Shown in the sidebar and on the sign-in page. It is saved as soon as you choose it."
    >
      <div className={classes.pair} style={{ marginTop: 8 }}>
        <div className={classes.logoPlace}>
          <div className={classes.logo}>
            {logo ? (
              <img src={logo.url} alt={`Logo of ${name}`} width={logo.width} height={logo.height} />
            ) : (
              <span className={classes.none}>No logo yet</span>
            )}
          </div>
          {logo && canEdit && (
            <Button
              mt="xs"
              size="compact-sm"
              style={{ alignSelf: 'flex-start' }}
              variant="default"
              loading={isPending}
              onClick={() => mutate(undefined)}
            >
              Remove logo
            </Button>
          )}
        </div>
        {canEdit && (
          <FileDrop
            label="Drop a picture here or choose one"
            hint={`PNG or JPG, up to 2 MB; ${recommendedLogo.width} × ${recommendedLogo.height} pixels fit best`}
            accept="image/png,image/jpeg"
            disabled={isPending}
            error={error}
            onFiles={choose}
          />
        )}
      </div>
    </Input.Wrapper>
  )
}
