import { TagsInput, type TagsInputProps } from '@mantine/core'

interface ListFieldProps extends TagsInputProps {
  label: string
  /** What is typed one after the other, in the singular: an address. */
  one: string
  description?: string | undefined
}

/** Every field with a list that is typed. How an entry is ended is said below each, since it does not look like more than one line. */
export function ListField({ one, description, ...props }: ListFieldProps) {
  const how = props.readOnly || props.disabled ? undefined : `Press Enter after each ${one}.`
  const said = [description, how].filter(Boolean).join(' ')
  return (
    <TagsInput {...(said !== '' && { description: said })} openOnFocus={false} acceptValueOnBlur {...props} />
  )
}
