import { ShortcutMap } from '@verbatim/ui/frame/ShortcutMap.tsx'
import { shortcutGroups } from './shortcuts.ts'

/** The list of shortcuts. Loaded on first use. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  return <ShortcutMap opened onClose={onClose} groups={shortcutGroups} />
}
