import { phrases, regex, type WrittenPolicy } from './rules.ts'

const fromClients = { direction: 'inbound' } as const

/** Policies on the treatment of clients, their orders, data and complaints. */
export const clientConduct: readonly WrittenPolicy[] = [
  {
    key: 'order-handling',
    name: 'Client order handling',
    severity: 'high',
    rules: [
      phrases(
        'Dates and signatures',
        'backdate / backdated / back-date / sign it for you / signed it for you / signed it for / sign on your behalf / sign blank forms / fix the time stamp',
      ),
      phrases(
        'Trading without an instruction',
        'just use your judgement and trade / I went ahead and sold / I went ahead and bought / without waiting for your approval',
      ),
      phrases('Front running', 'ours first / front run / allocate it later'),
      regex(
        'Signing later',
        String.raw`(?i)\b(sign|paperwork|form|forms)\b.{0,25}\b(afterwards|after the fact|later on)\b`,
      ),
    ],
  },
  {
    key: 'personal-data',
    name: 'Personal and payment data in messages',
    severity: 'medium',
    rules: [
      regex('Payment card number', String.raw`\b(?:\d{4}[ -]){3}\d{4}\b`),
      regex('IBAN', String.raw`\b[A-Z]{2}\d{2} ?(?:[A-Z0-9]{4} ?){3,7}[A-Z0-9]{0,4}\b`),
      regex('US social security number', String.raw`\b\d{3}-\d{2}-\d{4}\b`),
      regex(
        'Passport number',
        String.raw`(?i)\b(passport|pasaporte|passeport|Reisepass|passaporte)\b.{0,20}\b[A-Z]{0,2}\d{6,9}\b`,
      ),
      regex('护照号码', String.raw`护照号.{0,6}[A-Z]{0,2}\d{6,9}`),
      phrases(
        'Secrets',
        'my password is / the password is / my PIN is / one-time code is / mother’s maiden name',
      ),
    ],
  },
  {
    key: 'complaints',
    name: 'Complaint handling',
    severity: 'medium',
    rules: [
      phrases(
        'Complaints by name',
        'formal complaint / make a complaint / would like to make a complaint / complain formally / reclamación / réclamation / Beschwerde / reclamação / 投诉 / 苦情 / شكوى',
        fromClients,
      ),
      phrases(
        'Third parties',
        'ombudsman / the regulator / my solicitor / my lawyer / compensation',
        fromClients,
      ),
      phrases(
        'Threatening to leave',
        'not acceptable / unacceptable / close my account / closing my account / move my money elsewhere',
        fromClients,
      ),
    ],
  },
  {
    key: 'vulnerable-clients',
    name: 'Signs of a vulnerable client',
    severity: 'medium',
    scope: 'group',
    groupKeys: ['london', 'service'],
    rules: [
      phrases(
        'Health and memory',
        'I get confused / getting confused / I keep forgetting / my carer / diagnosed with / power of attorney',
        fromClients,
      ),
      phrases(
        'Life events',
        'since he died / since she died / lost my job / I can’t cope / struggling to cope',
        fromClients,
      ),
      phrases('Victims of fraud', 'a man rang me / someone from your fraud team', fromClients),
    ],
  },
  {
    key: 'unusual-payments',
    name: 'Unusual payments and money laundering',
    severity: 'high',
    rules: [
      phrases(
        'Structuring',
        'split the payment / in smaller amounts / under the limit / below the threshold / 分批汇',
      ),
      phrases(
        'Hidden owners',
        'don’t ask where / not in my name / through my cousin / my cousin’s company / shell company / no paper trail / 地下钱庄',
      ),
      phrases(
        'Cash',
        'in cash / suitcase / en efectivo / en espèces / in bar / em dinheiro vivo / 带现金',
        fromClients,
      ),
      regex('Avoiding a report', String.raw`(?i)\bavoid(ing)?\b.{0,25}\b(report|reporting|questions|tax)\b`),
    ],
  },
]
