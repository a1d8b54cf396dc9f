import {
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClock,
  IconListCheck,
  IconLoader,
} from '@tabler/icons-react'
import type { ImportState } from '@verbatim/contract/imports.ts'
import { Badge } from '@verbatim/ui/Badge.tsx'
import type { Meaning } from '@verbatim/ui/colors.ts'
import { stateNames } from './state-names.ts'

const looks: Readonly<Record<ImportState, Pick<Meaning, 'tone' | 'icon'>>> = {
  draft: { tone: 'grey', icon: IconCircleDashed },
  checking: { tone: 'blue', icon: IconLoader },
  checked: { tone: 'blue', icon: IconListCheck },
  queued: { tone: 'blue', icon: IconClock },
  running: { tone: 'blue', icon: IconLoader },
  done: { tone: 'green', icon: IconCircleCheck },
  failed: { tone: 'red', icon: IconCircleX },
  cancelled: { tone: 'grey', icon: IconCircleX },
  undoing: { tone: 'blue', icon: IconLoader },
  undone: { tone: 'grey', icon: IconArrowBackUp },
}

/** How far an import is, the same wherever it is listed. */
export function ImportStateBadge({ state }: { state: ImportState }) {
  return <Badge meaning={{ ...looks[state], label: stateNames[state] }} of="Status" />
}
