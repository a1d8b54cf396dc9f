import type { ShortcutGroup } from '@verbatim/ui/ShortcutMap.tsx'

/** Every key of the console, as `?` shows them. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      ['Ctrl K', 'Go anywhere (⌘ K on a Mac)'],
      ['[', 'Fold or unfold the side bar'],
      ['?', 'This map'],
    ],
  },
  {
    title: 'Lists',
    shortcuts: [
      ['J', 'Next row'],
      ['K', 'Previous row'],
      ['Enter', 'Open the row'],
      ['X', 'Select the row'],
      ['/', 'Search'],
      ['F', 'Add a filter'],
    ],
  },
  {
    title: 'Cognitive Events',
    shortcuts: [
      ['1', 'Compliant'],
      ['2', 'Questionable'],
      ['3', 'Non-compliant'],
      ['4', 'False positive'],
      ['5', 'Duplicate'],
      ['E', 'Escalate'],
      ['C', 'Comment'],
      ['U', 'Undo'],
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
