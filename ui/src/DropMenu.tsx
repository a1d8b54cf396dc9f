import { cloneElement, lazy, type ReactElement, useState } from 'react'
import type { Icon } from '@tabler/icons-react'
import { Later, type TargetProps } from './Later.tsx'
import { useDropButton } from './use-drop.ts'

const OpenMenu = lazy(() => import('./OpenMenu.tsx').then(({ OpenMenu: Loaded }) => ({ default: Loaded })))

export interface MenuAct {
  readonly label: string
  readonly icon?: Icon
  readonly disabled?: boolean
  readonly onClick: () => void
}

export interface MenuMark {
  readonly label: string
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChange: (checked: boolean) => void
}

export interface MenuChoice {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
}

/** Between two parts stands a line. */
export type MenuPart =
  | { readonly acts: readonly MenuAct[] }
  | { readonly marks: readonly MenuMark[] }
  | { readonly choice: MenuChoice }
  /** Words above the rest. */
  | { readonly head: ReactElement }

export interface DropMenuProps {
  /** The button that opens it. */
  target: ReactElement<TargetProps>
  parts: readonly MenuPart[]
  width?: number
  /** Stays open while things are chosen. */
  stays?: true
  /** Stands in the document where its button does. */
  inPlace?: true
}

/** A menu under a button. What draws it is fetched when the first is opened. */
export function DropMenu(props: DropMenuProps) {
  const [opened, setOpened] = useState(false)
  const button = useDropButton(opened, () => setOpened(false))
  const still = cloneElement(props.target, {
    ref: button,
    'aria-haspopup': 'menu',
    'aria-expanded': opened,
    onClick: () => setOpened(true),
  })
  return (
    <Later asked={opened} still={still}>
      <OpenMenu {...props} opened={opened} onChange={setOpened} button={button} />
    </Later>
  )
}
