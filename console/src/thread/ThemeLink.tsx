import type { Theme } from '@verbatim/contract/themes.ts'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { useCan } from '#shell/use-app-context.ts'

/** What something is about, with a link to the theme for readers who may see themes. */
export function ThemeLink({ theme: { id, name } }: { theme: Pick<Theme, 'id' | 'name'> }) {
  const canView = useCan('themes.view')
  if (!canView) return <bdi>{name}</bdi>
  return (
    <TextLink href={`/themes/all/${id}`}>
      <bdi>{name}</bdi>
    </TextLink>
  )
}
