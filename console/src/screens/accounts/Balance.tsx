import type { AccountHealth } from '@verbatim/contract/accounts.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import classes from './Balance.module.css'

const parts = [
  { key: 'accepted', label: 'Accepted', says: 'kept and processed' },
  { key: 'duplicate', label: 'Duplicate', says: 'received before' },
  { key: 'quarantined', label: 'Quarantined', says: 'kept, could not be read' },
  { key: 'refused', label: 'Refused', says: 'refused on arrival' },
] as const

/** Received = accepted + duplicate + quarantined + refused: the sum shows that nothing is missing. */
export function Balance({ account }: { account: AccountHealth }) {
  return (
    <dl className={classes.balance}>
      <div className={classes.part}>
        <dt>Received</dt>
        <dd>{numberText(account.received)}</dd>
        <dd className={classes.says}>
          {account.waiting > 0
            ? `${numberText(account.waiting)} waiting to be processed`
            : 'everything has been processed'}
        </dd>
      </div>
      {parts.map(({ key, label, says }, i) => (
        <div key={key} className={classes.part} data-sign={i === 0 ? '=' : '+'}>
          <dt>{label}</dt>
          <dd
            data-problem={(key === 'quarantined' || key === 'refused') && account[key] > 0 ? true : undefined}
          >
            {numberText(account[key])}
          </dd>
          <dd className={classes.says}>
            {key === 'accepted' && account.waiting > 0 ? 'kept, with those waiting' : says}
          </dd>
        </div>
      ))}
    </dl>
  )
}
