import '@mantine/spotlight/styles.layer.css'
import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
} from '@mantine/spotlight'
import { IconFileSearch, IconMessage, IconRadar2, IconSearch, IconShieldCheck } from '@tabler/icons-react'
import { useEscape } from '@verbatim/ui/escape.tsx'
import { useFocusReturn } from '@verbatim/ui/use-focus-return.ts'
import { useRouter } from '@tanstack/react-router'
import { type Dispatch, type SetStateAction, useEffect, useLayoutEffect, useState } from 'react'
import classes from './CommandPalette.module.css'
import { navigation, openScreens } from './navigation.ts'
import { searchText } from '#lists/search-text.ts'
import type { Viewer } from './viewer.ts'

const [store, spotlight] = createSpotlight()
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const maxShown = 8
const fieldId = 'command-palette'

/** Goes anywhere by a few letters, and to a message, an event or a policy by its ID. */
export function CommandPalette({ viewer, onClose }: { viewer: Viewer; onClose: () => void }) {
  const { history } = useRouter()
  const [query, setQuery] = useState('')
  useEffect(() => spotlight.open(), [])
  useEscape(true, () => spotlight.close())
  useFocusReturn(true)
  useTypedAhead(setQuery)
  const actions = actionsFor(query.trim(), viewer, (href) => history.push(href))
  return (
    <Spotlight
      store={store}
      title="Go anywhere"
      classNames={{ header: classes.title ?? '' }}
      shortcut={null}
      lockScroll={false}
      centered={false}
      overlayProps={{ backgroundOpacity: 0.4 }}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      actions={actions}
      filter={matching}
      limit={maxShown}
      nothingFound="No results"
      searchProps={{
        placeholder: 'Go to a screen, or paste the ID of a message, event or policy',
        'aria-label': 'Go anywhere',
        id: fieldId,
        leftSection: <IconSearch size={18} aria-hidden />,
      }}
    />
  )
}

/** Keys typed between asking for the palette and its field having the focus belong into the field: none is lost. */
function useTypedAhead(edit: Dispatch<SetStateAction<string>>): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isInField = event.target instanceof Element && event.target.id === fieldId
      const isWritten = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
      if (isInField || !isWritten || event.isComposing) return
      event.preventDefault()
      event.stopPropagation()
      edit((typed) => typed + event.key)
    }
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [edit])
}

function actionsFor(
  query: string,
  { permissions }: Viewer,
  go: (href: string) => void,
): SpotlightActionData[] {
  const screens = navigation.flatMap((entry) =>
    openScreens(entry.screens, permissions).map(({ label, href, icon: ScreenIcon, keywords }) => {
      const description = label === entry.label ? entry.under : entry.label
      return {
        id: href,
        label,
        keywords,
        ...(description && { description }),
        leftSection: <ScreenIcon size={18} stroke={1.75} aria-hidden />,
        onClick: () => go(href),
      }
    }),
  )
  const finds = (uuid.test(query) ? byId : byWords).filter(({ permission }) => permissions.has(permission))
  if (query === '') return screens
  return [
    ...screens,
    ...finds.map(({ label, href, icon: FindIcon }) => ({
      id: label,
      label: `${label} ${uuid.test(query) ? query : `“${query}”`}`,
      leftSection: <FindIcon size={18} stroke={1.75} aria-hidden />,
      onClick: () => go(href(query)),
    })),
  ]
}

const byId = [
  {
    label: 'Open message',
    permission: 'messages.view',
    icon: IconMessage,
    href: (id: string) => `/messages/${id}`,
  },
  { label: 'Open event', permission: 'events.view', icon: IconRadar2, href: (id: string) => `/events/${id}` },
  {
    label: 'Open policy',
    permission: 'policies.view',
    icon: IconShieldCheck,
    href: (id: string) => `/organization/policies/${id}`,
  },
] as const

const byWords = [
  {
    label: 'Search all messages for',
    permission: 'messages.view',
    icon: IconFileSearch,
    href: (text: string) => `/messages${searchText({ search: text, period: 'all' })}`,
  },
] as const

/** Screens by the beginnings of their words; entries made from the query itself always. */
function matching(
  query: string,
  actions: (SpotlightActionData | SpotlightActionGroupData)[],
): (SpotlightActionData | SpotlightActionGroupData)[] {
  const sought = query.trim().toLowerCase()
  return actions.filter((action) => {
    if (!('id' in action) || !action.id.startsWith('/')) return true
    const words =
      `${action.label ?? ''} ${action.description ?? ''} ${String(action.keywords ?? '')}`.toLowerCase()
    return words.split(/\s+/).some((word) => word.startsWith(sought)) || words.includes(sought)
  })
}
