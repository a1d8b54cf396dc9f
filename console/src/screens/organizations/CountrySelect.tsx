import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { countryOptions } from './countries.ts'

interface CountrySelectProps {
  /** Empty without a choice. */
  value: string
  error: ReactNode
  /** Text in addition to how numbers are read. */
  note?: string
  disabled?: boolean
  onChange: (country: string) => void
}

/** The organization's country, found by its name or code. */
export function CountrySelect({ value, error, note, disabled = false, onChange }: CountrySelectProps) {
  const rule = 'A phone number without a plus sign is read as a number in this country.'
  return (
    <Select
      label="Country"
      description={note ? `${rule} ${note}` : rule}
      searchable
      allowDeselect={false}
      nothingFoundMessage="No results"
      disabled={disabled}
      data={countryOptions}
      value={value || null}
      error={error}
      onChange={(country) => country && onChange(country)}
    />
  )
}
