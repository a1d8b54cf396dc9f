import type { Theme } from '@verbatim/contract/themes.ts'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { searchText } from '@verbatim/client/search-text.ts'
import { useCan } from '#shell/use-app-context.ts'

interface ThemeLinkProps {
  theme: Pick<Theme, 'id' | 'name'>
  /** The days that its page counts. Default: those that it opens with. */
  period?: string
}

/** What something is about, with a link to the theme for readers who may see themes. */
export function ThemeLink({ theme: { id, name }, period }: ThemeLinkProps) {
  const canView = useCan('themes.view')
  if (!canView) return <bdi>{name}</bdi>
  return (
    <TextLink href={`/themes/all/${id}${searchText({ period })}`}>
      <bdi>{name}</bdi>
    </TextLink>
  )
}
