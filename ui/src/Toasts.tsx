import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import {
  createContext,
  type ReactNode,
  type SyntheticEvent,
  useCallback,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import classes from './Toasts.module.css'

export interface Toast {
  readonly tone: 'done' | 'failed'
  readonly title: string
  readonly message?: string
  /** An undo, or the next step. The toast then stays until the user answers. */
  readonly action?: { readonly label: string; readonly act: () => void }
  /** One toast for all of a series, such as "changes": the newest replaces the one before, and counts how often it says the same. */
  readonly series?: string
}

interface ShownToast extends Toast {
  readonly id: string
  /** How often in a row its series said the same, from 1. */
  readonly count: number
}

const ToastContext = createContext<(toast: Toast) => void>(() => {})

/** Shows that something was done, or failed, without interrupting the user. */
export function useToast(): (toast: Toast) => void {
  return useContext(ToastContext)
}

const mostAtOnce = 4

/** A failure comes before what can be undone. What only says that something was done makes room for the next. */
const rankOf = ({ tone, action }: Toast) => (tone === 'failed' ? 2 : action ? 1 : 0)

/** The toasts after another one came, the one to show first last. */
function withNext(known: readonly ShownToast[], toast: Toast): readonly ShownToast[] {
  const isOne = ({ series }: Toast) => series !== undefined && series === toast.series
  const before = known.find(isOne)
  const count = before?.title === toast.title ? before.count + 1 : 1
  const others = known.filter((one) => rankOf(one) > 0 && !isOne(one)).slice(1 - mostAtOnce)
  const next = { ...toast, count, id: crypto.randomUUID() }
  return [...others, next].sort((a, b) => rankOf(a) - rankOf(b))
}

/** How many fit beside each other: each is 400 px wide at least, with 8 px between them and 60 px at both edges. */
const roomNow = () => Math.max(1, Math.floor((innerWidth - 112) / 408))

function onResize(onChange: () => void): () => void {
  addEventListener('resize', onChange)
  return () => removeEventListener('resize', onChange)
}

/** Provides toasts to everything below it, in one row (docs/decisions/0182). New toasts are announced; failures at once. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly ShownToast[]>([])
  const [held, setHeld] = useState<string>()
  const room = useSyncExternalStore(onResize, roomNow)
  const show = useCallback((toast: Toast) => setToasts((known) => withNext(known, toast)), [])
  const dismiss = useCallback((id: string) => {
    setToasts((known) => known.filter((toast) => toast.id !== id))
  }, [])
  const isHeld = ({ id }: ShownToast) => id === held
  // The others wait, and so does their time.
  const shown = toasts.toSorted((a, b) => Number(isHeld(a)) - Number(isHeld(b))).slice(-room)
  return (
    <ToastContext value={show}>
      {children}
      <section className={classes.toasts} aria-label="Notifications" aria-live="polite" data-screen-only>
        {toasts
          .filter((toast) => shown.includes(toast))
          .map((toast) => (
            <ToastCard
              key={toast.id}
              toast={toast}
              isHeld={isHeld(toast)}
              onHold={setHeld}
              onDismiss={dismiss}
            />
          ))}
      </section>
    </ToastContext>
  )
}

const readingMs = { done: 4000, failed: 12_000, action: 15_000 }

interface ToastCardProps {
  toast: ShownToast
  /** Whether it has the pointer or the focus, and stays. */
  isHeld: boolean
  onHold: (id: string | undefined) => void
  onDismiss: (id: string) => void
}

function ToastCard({ toast, isHeld, onHold, onDismiss }: ToastCardProps) {
  const { id, tone, title, message, action, series, count } = toast
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => onDismiss(id), action ? readingMs.action : readingMs[tone])
    return () => clearTimeout(timer)
  }, [isHeld, id, tone, action, onDismiss])
  const ToneIcon = tone === 'done' ? IconCheck : IconAlertTriangle
  const hold = () => onHold(id)
  /** What still has the pointer or the focus stays: the focus may only go from one of its buttons to the other. */
  const release = ({
    currentTarget,
    relatedTarget,
  }: SyntheticEvent & { relatedTarget: EventTarget | null }) => {
    const goesOn = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
    const hasFocus = currentTarget.contains(document.activeElement)
    if (isHeld && !goesOn && !hasFocus && !currentTarget.matches(':hover')) onHold(undefined)
  }
  return (
    <div
      className={classes.toast}
      data-tone={tone}
      data-asks={rankOf(toast) > 0 || undefined}
      data-series={series}
      role={tone === 'failed' ? 'alert' : 'status'}
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <ToneIcon size={18} aria-hidden />
      <div className={classes.words}>
        <div className={classes.title}>
          {title}
          {count > 1 && <span className={classes.count}>{`${count} times`}</span>}
        </div>
        {message && (
          <>
            {' '}
            <div className={classes.message}>{message}</div>
          </>
        )}
      </div>
      {action && (
        <button
          type="button"
          className={classes.action}
          onClick={() => {
            onDismiss(id)
            action.act()
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={classes.close} aria-label="Dismiss" onClick={() => onDismiss(id)}>
        <IconX size={16} aria-hidden />
      </button>
    </div>
  )
}
