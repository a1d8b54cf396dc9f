import { Checkbox, Group, NumberInput, Select } from '@mantine/core'
import {
  type BusinessHours,
  businessHoursLimits,
  weekdayNames,
  weekdays,
} from '@verbatim/contract/business-hours.ts'
import { organizationLimits } from '@verbatim/contract/organizations.ts'
import { readTypedDay, typedDayText } from '@verbatim/ui/days/typed-day.ts'
import { FieldPair } from '@verbatim/ui/LimitedInput.tsx'
import { FormSection } from '#editor/FormSection.tsx'
import { times } from '#editor/times.ts'
import { wholeOf } from '#editor/whole-of.ts'
import type { ProfileEditing } from './profile-form.ts'
import { ListField } from '#editor/ListField.tsx'

/** When the organization works, and from when a client counts as waiting. */
export function HoursSection({ values, errors, canEdit, field, change }: ProfileEditing) {
  const { businessHours: hours } = values
  const { from, to } = organizationLimits.waitingHours
  const set = (changed: Partial<BusinessHours>) => change({ businessHours: { ...hours, ...changed } })
  const time = (name: 'from' | 'to', label: string, offered: readonly string[]) => (
    <Select
      label={label}
      allowDeselect={false}
      searchable
      nothingFoundMessage="No results"
      // A time between two quarters of an hour can be set by the API.
      data={[...new Set([...offered, hours[name]])].toSorted()}
      value={hours[name]}
      error={errors[`businessHours.${name}`]}
      disabled={!canEdit}
      onChange={(value) => value && set({ [name]: value })}
    />
  )
  return (
    <FormSection
      id="profile-hours"
      title="Business hours"
      hint="In the organization’s time zone. Key Metrics use them for response times."
    >
      <Checkbox.Group
        label="Days"
        value={hours.days.map(String)}
        error={errors['businessHours.days']}
        onChange={(days) => set({ days: weekdays.filter((day) => days.includes(String(day))) })}
      >
        <Group gap="md" mt={6}>
          {weekdays.map((day) => (
            <Checkbox
              key={day}
              value={String(day)}
              label={weekdayNames[day].slice(0, 3)}
              aria-label={weekdayNames[day]}
              disabled={!canEdit}
            />
          ))}
        </Group>
      </Checkbox.Group>
      <FieldPair>
        {time('from', 'From', times.slice(0, -1))}
        {time('to', 'To', times.slice(1))}
      </FieldPair>
      <ListField
        label="Holidays"
        one="date"
        description={`Days without business hours, such as ${typedDayText('2026-12-25')}.`}
        maxTags={businessHoursLimits.holidays}
        value={hours.holidays.map((day) => typedDayText(day))}
        error={errors['businessHours.holidays']}
        disabled={!canEdit}
        // What names no day is refused when it is saved, like any other text.
        onChange={(typed) => set({ holidays: typed.map((text) => readTypedDay(text) ?? text) })}
      />
      <NumberInput
        label="A client waits after (hours)"
        description={`From ${from} to ${to}. A client whose question, request or complaint has had no answer for this long appears in “Waiting clients”.`}
        maw={320}
        allowDecimal={false}
        allowNegative={false}
        {...field('waitingHours')}
        onChange={(value) => change({ waitingHours: wholeOf(value) })}
      />
    </FormSection>
  )
}
