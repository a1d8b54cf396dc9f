import type { ShortcutGroup } from '@verbatim/ui/frame/ShortcutMap.tsx'

/** All keys of the console, as listed by `?`. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      ['Ctrl K', 'Go anywhere (⌘ K on a Mac)'],
      ['[', 'Collapse or expand the sidebar'],
      ['?', 'These shortcuts'],
    ],
  },
  {
    title: 'Lists',
    shortcuts: [
      ['J', 'Next row'],
      ['K', 'Previous row'],
      ['Enter', 'Open the row'],
      ['X', 'Select the row'],
      ['P', 'In messages and events: keep a reading pane beside the list'],
      ['Space', 'In messages and events: preview the row beside the list'],
      ['/', 'Search'],
      ['F', 'Add a filter'],
      ['V', 'Saved views'],
    ],
  },
  {
    title: 'Content Library',
    shortcuts: [['O', 'Open the conversation']],
  },
  {
    title: 'Cognitive Events',
    shortcuts: [
      ['1', 'Resolve as compliant'],
      ['2', 'Resolve as questionable'],
      ['3', 'Resolve as non-compliant'],
      ['4', 'Dismiss as false positive'],
      ['5', 'Dismiss as duplicate'],
      ['E', 'Escalate'],
      ['C', 'Comment'],
      ['S', 'Find similar events (in an event)'],
      ['U', 'Undo the last change'],
      ['J', 'Next event of the list (in an event)'],
      ['K', 'Previous event of the list (in an event)'],
      ['N', 'Next evidence'],
      ['Shift N', 'Previous evidence (in an event, also P)'],
    ],
  },
  {
    title: 'Threads',
    shortcuts: [
      ['↑', 'Previous message'],
      ['↓', 'Next message'],
    ],
  },
]
