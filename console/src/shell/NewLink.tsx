import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@verbatim/ui/Link.tsx'

/** A list's primary action: the way to a new row. */
export function NewLink({ href, label }: { href: string; label: string }) {
  return (
    <Button component={Link} href={href} leftSection={<IconPlus size={16} aria-hidden />}>
      {label}
    </Button>
  )
}
