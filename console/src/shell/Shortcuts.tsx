import { ShortcutMap } from '@verbatim/ui/ShortcutMap.tsx'
import { shortcutGroups } from './shortcuts.ts'

/** The map of keys. Loaded when it is first asked for. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  return <ShortcutMap opened onClose={onClose} groups={shortcutGroups} />
}
