import type { PopoverProps } from '@mantine/core'
import { cloneElement, lazy, type ReactElement, type ReactNode } from 'react'
import { Later, type TargetProps } from './Later.tsx'
import { useDropButton } from './use-drop.ts'

const OpenDrop = lazy(() => import('./OpenDrop.tsx').then(({ OpenDrop: Loaded }) => ({ default: Loaded })))

export interface DropProps {
  opened: boolean
  onClose: () => void
  /** The button that opens it; it holds still while its panel is fetched for the first time. */
  target: ReactElement<TargetProps>
  children: ReactNode
  /** What the panel is called where its button does not say it. */
  label?: string
  position?: NonNullable<PopoverProps['position']>
  width?: number
  /** The button says itself that it is open. */
  withoutRoles?: true
}

/** A panel under a button. What places it is fetched when the first is opened. */
export function Drop(props: DropProps) {
  const { opened, onClose, target, withoutRoles } = props
  const button = useDropButton(opened, onClose)
  const roles = !withoutRoles && ({ 'aria-haspopup': 'dialog', 'aria-expanded': opened } as const)
  const still = cloneElement(target, { ref: button, ...roles })
  return (
    <Later asked={opened} still={still}>
      <OpenDrop {...props} button={button} />
    </Later>
  )
}
