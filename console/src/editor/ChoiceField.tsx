import { Input, SegmentedControl } from '@mantine/core'
import type { Option } from '@verbatim/ui/options.ts'
import type { ReactNode } from 'react'

interface ChoiceFieldProps<Value extends string> {
  label: string
  description?: ReactNode
  error?: ReactNode
  value: Value
  data: Option<Value>[]
  disabled?: boolean
  readOnly?: boolean
  onChange: (value: Value) => void
  /** Shown below the choices. */
  children?: ReactNode
}

/** One of a few choices, all in view. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { label, description, error, children, ...choices } = props
  return (
    <Input.Wrapper label={label} labelElement="div" description={description} error={error}>
      <div>
        <SegmentedControl mt={4} aria-label={label} {...choices} />
        {children}
      </div>
    </Input.Wrapper>
  )
}
