import type { DemoUser, DeskKey } from './organization.ts'
import type { Language } from './scene.ts'

export const domain = 'haldenmarsh.example'

/** Platform users: each role once at least, with different permission profiles (`profiles.ts`). */
export const platformUsers: readonly DemoUser[] = [
  platformUser('admin', 'Avery', 'Lindqvist', 'super_admin'),
  platformUser('operations', 'Tomasz', 'Wieczorek', 'tenant_admin'),
  platformUser('compliance-head', 'Ruth', 'Adeyemi', 'compliance'),
  platformUser('compliance-officer', 'Daniel', 'Okonjo', 'compliance'),
  platformUser('compliance-asia', 'Meilin', 'Foster', 'compliance'),
  platformUser('analyst', 'Stefan', 'Brandl', 'analyst'),
  platformUser('manager-london', 'Rosalind', 'Pryce', 'manager'),
]

function platformUser(key: string, firstName: string, lastName: string, role: DemoUser['role']): DemoUser {
  return { key, firstName, lastName, role, email: `${firstName}.${lastName}@${domain}`.toLowerCase() }
}

/** A representative as written here; `representatives.ts` adds phones and channel identities. */
export interface StaffMember {
  readonly firstName: string
  readonly lastName: string
  /** Used in the mail address, if the name has letters that addresses avoid. */
  readonly mailName: string
  readonly desk: DeskKey
  readonly title: string
  readonly languages: readonly Language[]
  /** The name of this person for clients with other scripts. */
  readonly calledIn?: Partial<Record<Language, string>>
  readonly isManager?: true
  /** Channels in addition to SMS, WhatsApp Business and the journal, which all staff have. */
  readonly extra: readonly ('whatsappnative' | 'imessage' | 'telegram' | 'signal' | 'wecom')[]
}

export const staff: readonly StaffMember[] = [
  member('Harriet Ashdown', 'london', 'Private Client Director', {
    speaks: 'en',
    on: 'whatsappnative imessage signal',
  }),
  member('Oliver Tranter', 'london', 'Private Banker', { speaks: 'en', on: 'whatsappnative imessage' }),
  member('Priya Raghunathan', 'london', 'Wealth Planner', { speaks: 'en', on: 'whatsappnative telegram' }),
  {
    ...member('Callum Rhodes', 'london', 'Head of Private Clients', { speaks: 'en', on: 'imessage signal' }),
    isManager: true,
  },
  member('Gwen Llewellyn', 'london', 'Private Banker', { speaks: 'en', on: 'whatsappnative telegram' }),
  {
    ...member('Marcus Whitfield', 'new-york', 'Family Office Lead', { speaks: 'en', on: 'imessage signal' }),
    isManager: true,
  },
  member('Dana Kowalczyk', 'new-york', 'Senior Adviser', { speaks: 'en', on: 'imessage whatsappnative' }),
  member('Terrence Obi', 'new-york', 'Senior Adviser', { speaks: 'en', on: 'imessage telegram' }),
  member('Rachel Steinfeld', 'new-york', 'Philanthropy Adviser', { speaks: 'en', on: 'imessage signal' }),
  member('Lucía Ferrándiz', 'iberia', 'Private Banker', { speaks: 'es en', on: 'whatsappnative telegram' }),
  member('Mateo Quiroga', 'iberia', 'Senior Adviser', { speaks: 'es en', on: 'whatsappnative telegram' }),
  {
    ...member('Beatriz Nogueira', 'iberia', 'Head of Iberia', { speaks: 'pt en', on: 'whatsappnative' }),
    isManager: true,
  },
  member('Tiago Salvaterra', 'iberia', 'Private Banker', { speaks: 'pt es', on: 'whatsappnative telegram' }),
  {
    ...member('Katharina Vogt', 'dach', 'Head of DACH', { speaks: 'de en', on: 'signal whatsappnative' }),
    isManager: true,
  },
  member('Jonas Brechbühl', 'dach', 'Private Banker', {
    speaks: 'de en',
    on: 'signal telegram',
    mailName: 'jonas.brechbuehl',
  }),
  member('Annika Sommerfeld', 'dach', 'Wealth Planner', { speaks: 'de', on: 'whatsappnative imessage' }),
  member('Élodie Marchetti', 'france', 'Private Banker', {
    speaks: 'fr en',
    on: 'whatsappnative signal',
    mailName: 'elodie.marchetti',
  }),
  member('Bastien Corvaisier', 'france', 'Senior Adviser', { speaks: 'fr', on: 'whatsappnative telegram' }),
  {
    ...member('Jiayi Lin', 'asia', 'Senior Adviser', { speaks: 'zh en', on: 'wecom imessage' }),
    calledIn: { zh: '林经理' },
  },
  {
    ...member('Siyuan Chen', 'asia', 'Private Banker', { speaks: 'zh', on: 'wecom' }),
    calledIn: { zh: '陈经理' },
  },
  {
    ...member('Grace Ho', 'asia', 'Head of Asia', { speaks: 'zh en', on: 'wecom whatsappnative' }),
    calledIn: { zh: '何总' },
    isManager: true,
  },
  {
    ...member('Zihan Zhou', 'asia', 'Wealth Planner', { speaks: 'zh', on: 'wecom' }),
    calledIn: { zh: '子涵' },
  },
  {
    ...member('Kenji Morita', 'asia', 'Private Banker', {
      speaks: 'ja en',
      on: 'imessage whatsappnative wecom',
    }),
    calledIn: { ja: '森田さん', zh: '森田先生' },
  },
  {
    ...member('Karim Haddad', 'gulf', 'Head of Gulf', { speaks: 'ar en fr', on: 'whatsappnative signal' }),
    calledIn: { ar: 'أستاذ كريم' },
    isManager: true,
  },
  {
    ...member('Noor Al-Sayegh', 'gulf', 'Senior Adviser', { speaks: 'ar en', on: 'whatsappnative telegram' }),
    calledIn: { ar: 'أستاذة نور' },
  },
  member('Ben Achterberg', 'service', 'Client Services Lead', { speaks: 'en', on: 'whatsappnative' }),
]

function member(
  name: string,
  desk: DeskKey,
  title: string,
  { speaks, on, mailName }: { speaks: string; on: string; mailName?: string },
): StaffMember {
  const [firstName = '', ...rest] = name.split(' ')
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '')
  return {
    firstName,
    lastName: rest.join(' '),
    mailName: mailName ?? plain.toLowerCase().replaceAll(' ', '.'),
    desk,
    title,
    languages: speaks.split(' ') as Language[],
    extra: on.split(' ') as StaffMember['extra'],
  }
}
