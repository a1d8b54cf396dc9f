import { MenuItem } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

interface FormatItemsProps<Format extends string> {
  formats: readonly Format[]
  looks: Readonly<Record<Format, { readonly label: string; readonly icon: Icon }>>
  onChoose: (format: Format) => void
}

/** The formats of a file, as items of a menu. */
export function FormatItems<Format extends string>({ formats, looks, onChoose }: FormatItemsProps<Format>) {
  return formats.map((format) => {
    const { label, icon: FormatIcon } = looks[format]
    return (
      <MenuItem
        key={format}
        leftSection={<FormatIcon size={16} aria-hidden />}
        onClick={() => onChoose(format)}
      >
        {label}
      </MenuItem>
    )
  })
}
