import type { Grammar } from './grammar.ts'

/**
 * What advisers, clients and colleagues write to each other on an ordinary day: figures that fell, refusals, apologies,
 * sad news, cancelled meetings. Much of it holds the words of a complaint, and none is one to anybody.
 */
export const businessSentences: Grammar = {
  language: 'business',
  slots: {
    who: `Anna,Mr Keller,my brother,our auditor,the board,Tomas,my wife,the notary,our analyst,the bank,Priya,the trustees`,
    day: `Monday,Friday,3 March,next week,this afternoon,tomorrow,14 June,the end of the month,10am`,
    doc: `the contract,the fact sheet,the form,the invoice,the minutes,the mandate,the tax report,the signed copy,the proxy`,
    asset: `the fund,the bond,your portfolio,the index,gold,the share,the euro,our global fund,the smaller companies,the trust`,
    pct: `2.1%,0.45%,7%,about 12%,3.8%`,
    sum: `£5000,$12400,€900,about £300 a month,20000 francs,a third of it`,
    good: `our policy,the usual notice,the standard fee,a second signature,the annual review,an index fund`,
    open: `By the way,One more thing,While we are at it,Good morning,Hello,Hi Anna,Quick note,Before I forget,Dear all`,
    job: `the transfer,the order,the payment,the switch,the sale,the top-up`,
  },
  templates: {
    question: `is {asset} still ahead of inflation?
am I too late to stop {job}?
{asset} is down {pct}, should we worry?
why did {asset} fall so much {day}?
has {job} gone through yet?
{open}: what is the {sum} charge on my statement?
would it be wrong to sell now?
do I lose anything if I leave early?
is there a penalty for that?
could we meet {day} instead? I am stuck at the airport
{asset} keeps dropping, do we sell or wait?
who signs if {who} is ill?
what happens if I miss the deadline?
{asset} cut its dividend, is that a bad sign?
when can I stop working, is it enough?
am I taking out too much?
would a crash in the first year ruin the plan?
I have two missing years, is it worth paying for them?
{open}: the order shows pending, is it stuck?
what if the bank fails?
my forecast shows missing years, should I pay them in?
is the system slow for everybody or only for me?
are these fees before or after tax?
what did I pay in fees last year, all in?
why do bonds fall when rates rise?
{job} from {day} has not shown up, is that normal?`,
    request: `{open}: please send {doc} again, the old one is out of date
I need {sum} in the account by {day}
please do not act on this before {day}
I have to cancel {day}, can we find another time?
can you reset my access? I was locked out after the third try
my accountant asks for {doc} without the fees
{who} needs {doc} by {day}, nothing else
please delete the previous version, a figure was wrong
do not send it to the old address please
let's move it to {day}, I cannot make it
we are missing {doc}, could you upload it?
{open}: the signature does not match, could you send a fresh one?
the website says something is wrong when I open {doc}, can you send it?
I have not received the paper statement of the quarter, could you check?
{job} you made {day} is not here yet, could you look?
I locked myself out, new phone, please help
I have not received {doc} for the quarter, please send it again
please do not throw it away, it saves you tax
I would like to understand what I paid in fees, please send a list
put aside {sum} every month please
stop the standing order from {day} please`,
    complaint: `{job} has been stuck for three weeks and nobody at your firm can tell me why
you charged me {sum} twice and I want it back
I was misled about {asset} and I am making a formal complaint
this is the second time your office lost {doc}, not acceptable
your statement has my name wrong again, for the fourth time
I have had no reply to my complaint, I am going to the regulator
your platform is down again, exactly when I need it
two hours on hold and then you cut me off, dreadful service
I am moving my money elsewhere, nobody cared to call in a year
you sent my papers to a stranger, how could that happen
your colleague was rude to me on the phone
my lawyer says your delay cost me {sum}, I expect to be compensated
I instructed {job} a month ago and got a different excuse every week
an account I closed was charged again, this is unacceptable, refund me`,
    compliment: `{open}: you found what nobody else did, thank you
never a bad day with your team in all these years
I slept well even in the worst week, thanks to you
you kept me from selling at the bottom, I am grateful
no fuss, no delay, exactly as you said, thank you
that was painless, well done
I would never have spotted that myself, thank you
not bad at all, you beat my own guess
I gave your name to {who}, there is nobody better
you made a hard day easier
thank you for picking up every time in that bad week
a transfer in three hours, my old bank takes a week, outstanding
I do not often write letters, but your colleague deserves one
your patience that bad week saved me a lot of money
short and clear, as always, thank you`,
    other: `{asset} is down {pct} since {day}, bad figures and a lot of nerves
{asset} fell {pct}, about half of what the market lost
{asset} is up {pct} after costs
markets lost ground {day}, our view has not changed
sharp losses this week, and none of our funds had to sell
the fee is {pct} a year, a quarter of it each time
that is {good}, taken once a quarter
this is not within the notice period, the next date is {day}
not before {day}, I am afraid
I would rather not, the costs are too high
I would not sell into this
I would leave it alone for a while
one bad month says little
I cannot promise that and neither can anyone
we do not have guaranteed products
I may not take this order, and you should not place it elsewhere
nobody can call the bottom
even then, the plan allows for some bad years
you already hold {pct}, without having asked for it
the discount is real, the reason for it is not good
half now and half later costs you little either way
it is cheaper than it looks
there is no hurry, and no penalty
{job} was cancelled before anything was executed
{job} takes three to five weeks, sometimes longer
{job} is on its way, {sum}
{job} was rejected by the other bank and is back with us
I am sorry, that was our mistake, it has been corrected
I am sorry for the wait, the money went out this morning
we apologise, the charge has been returned {day}
you are right, it was taken twice, the second one is on its way back
I am very sorry to hear that, I will look into it today
that should not have happened, I have passed it on
your complaint has been recorded, you will hear from us by {day}
you have the right to complain, the address is on the last page
it was answered {day} and sent to the old address, a copy is attached
that is dreadful, what was it that you needed?
I listened to the call, you were right to tell us
someone independent decides, not me
I have reported it and will tell you today whatever comes of it
sorry, I have to cancel {day}, a family matter
I am stuck in a meeting until {day}
{who} is ill, {who} takes over
no problem, same time {day}
not a problem at all
I took the late shift, happy to swap
someone left an umbrella in the big room
done, in my worst handwriting
only {doc} and a copy of your passport
only to confirm the date
just the review, and no longer than an hour
{doc} is attached, please use this one, the old paragraph on charges was wrong
approved by compliance {day}, the old version is withdrawn
{open}: {doc}, signed
{open}: nothing urgent
{open}: our outlook is out, still growing, a bit expensive
the portal is back, sorry for the trouble this morning
the login page says an error, I will try again later
locked myself out, silly me
my voicemail is full, write instead
my father passed away last week
we are separating, it is not an easy time
I lost my job, we have to look at the plan again
my aunt left me {sum}, I did not expect it
the house needs a roof and a kitchen
we lost, again, but the children had fun
it never stopped raining and the dog ate the sandwiches
it is snowing, I am finally doing my papers
I have never understood that clause
I was wrong about that
I cannot complain
no complaints here
my old bank was terrible, I am glad I left
{who} says no
nobody sends anything without the disclosure page
on my side two worried clients and one who wants to buy
the money comes through my cousin's company
the boring one, as ever
boring is fine with me
that is our fee, {pct} a year on {asset}, charged every quarter
up {pct} after fees, the chart is attached
the costs and fees of the year are on page two
the charge of {sum} is the custody fee for the quarter
bad headlines are part of it
bad figures from the factory, the price barely moved
boring is the plan
the real issue is slower than the papers say
check the table again, there was an error in the last one
we would both be annoyed, nothing worse
that would be a nuisance, not a disaster
the line is slow today, I will ring back
I sleep badly since {asset} went down
I have waited for a day like this
I waited too long last time and missed the rise
those who wait on the side mostly miss the recovery
I look at it every day and should not
it takes all day, bring a book
I am stuck in the train, start without me
late as ever, sorry, five minutes
cancelled, a new date follows
{job} was stopped before it was executed
nobody gives you the full price for that
nobody told the children yet
nobody who knows tells strangers
no one is in the office {day}
not yet executed, withdrawn {day}
never, and you should not either
I never look at it
it has not arrived yet, it usually takes two days
there is nothing missing any more
some years are missing in the forecast, we can fill them
after that about {sum} a month is missing
a signature is missing on page four
my wrist is broken, I will type slowly
if a bank fails the deposit is covered up to the limit
a crash in the first year would not sink the plan
the old card is broken, the new one is here
someone called and said he was your fraud department, I hung up
that is a scam, do not click on anything
I lost the thread, explain it again some day
I have lost {sum} on paper and I am calm
fix the rate for half of it
with a date in mind I would fix it
seriously, take the holiday
I take this seriously and have opened a case
less of a mess than it looks
no excuse, I should have called
the lawyers have it, signing {day}
our lawyer wanted to see {doc}
the lawyer called and asked about {doc}
my lawyer reads it {day}
{who} wrote to the complaints address, for your information
nine complaints in the quarter, mostly about delays, see the table
send complaints to the address on the website, all of them are registered
the complaint was closed {day}
matter closed, thank you
thank you, we found the account
for better or worse, that is how it works
you are covered for six more years
it explains the dip
the gate was changed twice and we still made it
not within the next {day}, but we could hold {asset} meanwhile
as promised, {asset} stays where it is
in the last bad year it fell half as much as the market
it is less than it seems, {pct} of the sales are abroad
{asset} stands {pct} below the high of the summer
the bank quotes {pct} away from the middle rate
{open}: the desk quotes {pct}, I can fix it or wait
it has waited for this for years
only the worst day of the year looks like that
can the system remind us of that?
I understand, it is recorded as a formal complaint as of today, in your words
I have escalated it, you will hear from me every morning until it is done
nobody, yours was still in the tray, a letter with the details follows
the case is open, you will have the answer in writing
that is your right, may I ask what went wrong?
it was sent to the old address, our mistake, here is a copy
how embarrassing, I have corrected it at the source
sorry for the delay and for the different answers you were given
the fee was taken from an old list, returned today
cancelled, the sign has been moved
they cancelled before anything was filled
the app refused the photo, too large
not what I expected, but good
it would be unpleasant, and it would pass
nothing is as hard as it sounds
nobody in particular, just curious
happens to everybody, nobody has to be right
an hour now saves weeks afterwards
transfers are waiting for the other bank
the deal desk gave me access by mistake, I closed it again
we take no cash, I am sorry
proud and tired
what a relief
he never told me that, take it off the list please
the bill has not come yet
ours has moved, we wait for the paper
we are half way, the hard half is behind us
Re: {doc} Dear {who}, thank you, we found two accounts. Best wishes, {who}
Re: our fee Dear {who}, you are right, it was an old list and has been returned with an apology. Best wishes, {who}
Re: delay of {job} Dear {who}, I am sorry, your complaint is recorded and the answer follows. Yours sincerely, {who}
Re: {doc} Dear {who}, I took it, no need to send anything. Regards, {who}
Costs of the year Dear {who}, please find what you paid, including what is inside the funds. Regards, {who}
Comparison of the old schemes Dear {who}, one of them has a guarantee nobody offers today and should not be touched. Regards, {who}
complaints of the quarter Hello all, seven of them, mostly about transfers, one went further. Best, {who}
the estate of my uncle Dear {who}, I am the executor and need the values at the date of death. Yours sincerely, {who}
a thank you Dear {who}, I seldom write letters, {who} spent an hour with my mother and a form. Yours, {who}
already paid
already cancelled, nothing to do
already on the train
that is the hard part
fix it all
fix half of it at today's rate
{who} has withdrawn the offer, talks are over
the deal is off, says {who}
before we can accept it I have to know who owns the company
we found two more accounts, the valuation follows {day}
it is a portfolio off the shelf, without anyone to talk to
prefer my private number, it is faster
write to me at home about this, nothing here
I know someone who pays {pct}, shall I introduce you
keep this between us`,
  },
}

/** The same in Spanish. */
export const spanishBusinessSentences: Grammar = {
  language: 'Spanish business',
  slots: {
    doc: `el contrato,el certificado fiscal,el formulario,el extracto,la factura,el acta`,
    day: `mañana,el lunes,el 3 de mayo,esta tarde,la semana que viene`,
    sum: `900 euros,12.000 dólares,2.500 pesos,la mitad`,
    pct: `2,1 %,el 5 %,un 7 %`,
    asset: `el fondo,la cartera,la acción,el índice,el oro`,
    open: `Por cierto,Otra cosa,Hola,Buenos días,Antes de que se me olvide`,
  },
  templates: {
    question: `{open}: ¿ha visto cómo cae {asset}?
¿ha subido {asset} un {pct}?
¿falta algo por mi parte?
¿me penalizan si salgo antes?
{asset} pierde {pct}, ¿vendemos?
¿qué pasa si quiebra el banco?
¿ya llegó la transferencia de ayer?`,
    request: `{open}: necesito {sum} en mi cuenta {day}
otra cosa, falta {doc}, caducó el anterior
no puedo entrar, dice que estoy bloqueado
me hacen falta {sum} para {day}
no puedo entrar en la web, cambié de teléfono, ¿me ayuda?
mi asesor pide {doc}
no me lo envíe a la dirección antigua, por favor
tengo que cancelar {day}, ¿otro día?`,
    complaint: `un mes para un simple cambio, quiero poner una reclamación
llevo tres semanas esperando y nadie me da una explicación, es inaceptable
me han cobrado {sum} dos veces, devuélvanmelo
es la tercera vez que pierden {doc}`,
    compliment: `{open}: encantado con todo, gracias
usted siempre tan atento
qué alegría, gracias por la paciencia`,
    other: `{asset} cae un {pct} desde ayer, sin noticias propias
yo no lo haría, los gastos son demasiado altos
yo esperaría, un mal día no dice nada
lo siento, fue un error nuestro, ya está corregido
lamento la demora, el dinero salió {day}
no hay prisa ni penalización
no puedo prometerlo
un día de preaviso y algo más de rendimiento
le falta {doc}, nada más
vendo con unos días de margen para que no haya sustos
sin problema, a la misma hora
mejor al número personal, por aquí queda registro
{open}: firmamos la casa {day}
perdimos otra vez, pero los niños contentos
es nuestra comisión trimestral, {pct} al año
todavía no ejecutado, cancelado
nadie regala eso
bienvenido, estaré a su lado para lo que haga falta
no me quejo`,
  },
}

/** The same in French. */
export const frenchBusinessSentences: Grammar = {
  language: 'French business',
  slots: {
    doc: `le contrat,le relevé,le formulaire,un RIB,l’attestation,la facture`,
    day: `demain,lundi,le 3 mai,cet après-midi,la semaine prochaine`,
    sum: `900 euros,12 000 dollars,la moitié`,
    pct: `2,1 %,5 %,7 %`,
    asset: `le fonds,l’action,l’indice,l’or,votre portefeuille`,
    open: `Au fait,Autre chose,Bonjour,Pendant que j’y pense,Bonsoir`,
  },
  templates: {
    question: `{open} : {asset} perd {pct} depuis hier, on vend ?
c’est inquiétant ?
y a-t-il une pénalité si je sors avant ?
{open} : {asset} baisse encore, qu’en pensez-vous ?
il vous manque quelque chose ?`,
    request: `{open} : il nous manque {doc}, de moins de trois mois
je suis désolé, un empêchement, peut-on décaler à {day} ?
impossible d’entrer sur le site, pouvez-vous réinitialiser l’accès ?
mon comptable réclame {doc}
impossible de me connecter, code refusé
il me faut {sum} pour {day}`,
    complaint: `un mois pour un simple virement, je veux faire une réclamation
trois semaines d’attente et personne ne répond, c’est inadmissible
vous m’avez prélevé {sum} deux fois, remboursez-moi
c’est la troisième fois que vous perdez {doc}`,
    compliment: `{open} : parfait comme toujours, merci
on ne pouvait pas mieux faire, merci`,
    other: `{asset} perd {pct}, sans nouvelle particulière
aux frais de gestion du trimestre, {pct} par an
déposer {doc} puis répondre au questionnaire, rien de difficile
je ne le ferais pas, les frais sont trop élevés
désolé, c’était notre erreur, c’est corrigé
je regrette ce retard, l’argent est parti {day}
je ne peux pas le promettre
pas de souci, même heure
aucun problème
c’est fait
rien d’urgent
on a encore perdu, mais les enfants étaient ravis
quelqu’un qui ne connaît pas le dossier répondra
belle nouvelle, je vends lundi pour être large
pas encore exécuté, annulé
je ne me plains pas`,
  },
}

/** The same in German. */
export const germanBusinessSentences: Grammar = {
  language: 'German business',
  slots: {
    doc: `der Vertrag,das Formular,der Auszug,die Vollmacht,die Rechnung`,
    day: `morgen,am Montag,am 3. Mai,heute Nachmittag,nächste Woche`,
    sum: `900 Euro,12.000 Franken,die Hälfte`,
    pct: `2,1 %,5 %,7 %`,
    asset: `der Fonds,die Aktie,der Index,Gold,Ihr Depot`,
    open: `Übrigens,Noch etwas,Guten Tag,Hallo zusammen,Bevor ich es vergesse`,
  },
  templates: {
    question: `{open}: {asset} minus {pct}, verkaufen?
verliere ich etwas, wenn ich früher gehe?
ist die Überweisung schon da?
{asset} fällt weiter, muss ich mir Sorgen machen?`,
    request: `leider sitze ich fest, ginge auch {day}?
ich muss {day} absagen, haben Sie einen anderen Termin?
bitte nicht an die alte Adresse schicken
leider muss ich verschieben, passt {day} besser?
ausgesperrt, neues Handy, bitte helfen Sie
ich komme nicht ins Portal, bitte zurücksetzen
ich brauche {sum} bis {day}`,
    complaint: `seit sechs Wochen warte ich, das ist jetzt eine Beschwerde
drei Wochen für ein Formular, das ist nicht hinnehmbar
Sie haben {sum} doppelt abgebucht, ich will das Geld zurück
schon wieder ist {doc} bei Ihnen verschwunden`,
    compliment: `{open}: tadellos, vielen Dank
besser hätte es nicht laufen können, danke`,
    other: `{asset} minus {pct} in drei Tagen, ich schlafe schlecht
{asset} hat {pct} verloren, ohne eigene Nachricht
diesen Auftrag darf ich nicht annehmen
das würde ich nicht tun, die Kosten sind zu hoch
ein schlechter Tag sagt wenig
Entschuldigung, das war unser Fehler, es ist korrigiert
es tut mir leid für die Verzögerung, das Geld ist {day} raus
das kann ich nicht versprechen
kein Problem, gleiche Zeit
schreiben Sie mir lieber privat, das geht schneller
es fehlt nur noch {doc}
nichts Dringendes
wir haben wieder verloren, aber schön war es
noch nicht ausgeführt, storniert
das schenkt einem niemand
ich kann nicht klagen`,
  },
}

/** The same in Portuguese. */
export const portugueseBusinessSentences: Grammar = {
  language: 'Portuguese business',
  slots: {
    doc: `o contrato,o extrato,o formulário,a fatura,a procuração`,
    day: `amanhã,na segunda,no dia 3 de maio,hoje à tarde`,
    sum: `900 euros,12 mil reais,a metade`,
    pct: `2,1%,5%,7%`,
    asset: `o fundo,a ação,o índice,o ouro,a sua carteira`,
    open: `Aliás,Outra coisa,Bom dia,Olá,Antes que me esqueça`,
  },
  templates: {
    question: `{open}: {asset} caiu {pct}, vendemos?
há penalização se sair antes?
a transferência já chegou?`,
    request: `tenho de cancelar {day}, pode ser outro dia?
falta-nos {doc}, o anterior caducou
não consigo entrar, mudei de telemóvel, código errado
preciso de {sum} na conta {day}
não consigo entrar no portal, pode ajudar?`,
    complaint: `três semanas à espera e ninguém explica, quero apresentar uma reclamação
cobraram {sum} duas vezes, quero o dinheiro de volta
é inaceptável, perderam {doc} outra vez
que porcaria de aplicação, apagou tudo o que escrevi`,
    compliment: `{open}: tudo perfeito, obrigado
sempre tão atencioso, obrigada`,
    other: `{asset} caiu {pct} desde ontem, sem notícia própria
eu não faria isso, os custos são altos demais
peço desculpa, foi erro nosso, já está corrigido
lamento a demora, o dinheiro saiu {day}
não posso prometer isso
sem problema, à mesma hora
sempre às ordens
falta só {doc}
perdemos outra vez, mas foi divertido
ainda não executado, cancelado
recebido, pode ser
ninguém dá isso de graça
não me queixo`,
  },
}

/** The same in Chinese. */
export const chineseBusinessSentences: Grammar = {
  language: 'Chinese business',
  slots: {
    doc: `合同,对账单,表格,授权书,身份证复印件,租约`,
    day: `明天,周一,下周,今天下午,5月3号`,
    sum: `九百美元,1万元,一半`,
    pct: `2.1%,5%,7%`,
    asset: `基金,股票,指数,黄金,您的组合`,
    open: `对了,还有,早上好,您好,顺便说一下`,
  },
  templates: {
    question: `{open}，{asset}跌了{pct}，要不要卖？
{asset}又跌了，可以加仓吗？
{day}的那笔汇款到了没有？
{doc}还没收到，是还没寄吗？
这笔{sum}是什么费用？
差点忘了，利率降了对我有影响吗？
{asset}跌得厉害，怎么看？
六十岁退休够不够？
顺便问一下，那笔款到账没有？
图上那个低点是哪一年？
{doc}是不是还没寄出？
{day}汇的款还没看到，正常吗？
没有{doc}，用别的可以吗？
提前退出有罚金吗？`,
    request: `{open}，请帮我转{sum}到另一个账户
{day}来不了，改个时间吧
手机端登不上去，帮我重置一下
{doc}别寄到旧地址
网页登不上，提示密码错，麻烦看看`,
    complaint: `等了一个月还没办好，你们怎么回事
我要投诉，三个星期没有人给我解释
同一笔费用扣了两次，退给我
{doc}又弄丢了，太不像话`,
    compliment: `{open}，幸亏您拦着我没卖，谢谢
一直陪着我，感激
办得又快又好，谢谢`,
    other: `{asset}跌了{pct}，没有特别的消息
{asset}从昨天起少了{pct}
我们没有保本的产品，都有风险
我不会这么做，费用太高
不好意思，是我们的错，已经改正
抱歉让您久等，款项{day}已汇出
这个我不能保证
一天的跌幅说明不了什么
没问题，老时间
只差{doc}
账单还没出，{day}给您
不急
又输了，不过孩子们很开心
还没成交，先撤了
差点忘了，{day}见
报告出来了，收益{pct}，跟基准差不多
今天跌得厉害，先不动
这里说话不方便，换个方式
账户够用三年，按月支付
需要一份资金来源说明，一两句话就行
欢迎，以后有事直接找我
晚一点给您
中间跌的那一段是去年夏天
没有人知道底在哪里
没什么可抱怨的`,
  },
}
