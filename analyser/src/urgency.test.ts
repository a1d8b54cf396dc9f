import type { Urgency } from './categories.ts'
import { describe, expect, test } from 'vitest'
import { analyse } from './analyse.ts'

const table: Record<Urgency, string> = {
  high: `URGENT: please call me
I need this ASAP
Please stop the wire immediately, it goes to the wrong account
My account has been hacked!
My card was stolen, block my card
There is a transaction I don't recognise, is this fraud?
We got a margin call, please act before the close
I will take legal action, this is unacceptable
The deadline is today at 5pm, please send the form
Please confirm within the hour
pls reply right now, client is waiting
We need it by noon today
Call an ambulance
我的卡被盗刷了，马上冻结
紧急！请立即联系我
请在今天收盘前必须下单
Es urgente, llámeme de inmediato
Me robaron la tarjeta
C'est urgent, rappelez-moi tout de suite
Ma carte a été volée
Es ist dringend, bitte sofort zurückrufen
Meine Karte wurde gestohlen
É urgente, me ligue agora mesmo
Clonaram meu cartão`,
  medium: `Please send the report by Friday.
Can you do it today?
The app is down and I can't log in
I still haven't received an answer, this is the third time I ask
I want to speak to a manager about this complaint
Our lawyer asked for the file
Could you send it before noon?
your platform keeps crashing and I cannot trade
请在周五之前发给我，最晚下午
今天能发给我吗？
¿Puede enviarlo hoy?
Envíemelo antes del viernes, por favor
Pouvez-vous l'envoyer aujourd'hui ?
Können Sie das bis Freitag schicken?
Pode me enviar ainda hoje?
Meu aplicativo travou e não consigo acessar`,
  low: `ok
Thanks a lot!
What is the fee for a transfer?
No rush, whenever you have time.
It is not urgent at all
This is not urgent, but could you send me the form some day?
When you get a chance, please send me the brochure
I will do it right away
I'll send it today
We had lunch today
Your team answered so quickly, great service!
FYI the office is closed next month
Good morning
不急，有空再看
好的，谢谢
没问题，我今天去公司
Sin prisa, cuando pueda
Ce n'est pas urgent
Nicht dringend, wenn Sie Zeit haben
Sem pressa, quando puder
bom dia`,
}

describe('urgency', () => {
  test.each(
    Object.entries(table).flatMap(([urgency, texts]) =>
      texts.split('\n').map((text) => [urgency, text] as const),
    ),
  )('is %s for: %s', (urgency, text) => {
    expect(analyse(text), JSON.stringify(analyse(text))).toMatchObject({ urgency })
  })

  test('rises with shouting and repeated exclamation marks only if something is already urgent', () => {
    expect(analyse('WHERE IS MY TRANSFER? SEND IT TODAY!!!').urgencyPoints).toBeGreaterThan(
      analyse('Where is my transfer? Send it today.').urgencyPoints,
    )
    expect(analyse('HAPPY NEW YEAR TO EVERYBODY!!!').urgency).toBe('low')
    expect(analyse('IBM AAPL MSFT').urgency).toBe('low')
  })

  test('falls when the writer says there is no hurry', () => {
    expect(analyse('Send it today, but no rush').urgencyPoints).toBeLessThan(
      analyse('Send it today').urgencyPoints,
    )
  })
})
