import type { Grammar } from './grammar.ts'

/** English sentences of our own, mostly of what a client says to a firm: the fit has no other complaints to learn from. */
export const englishSentences: Grammar = {
  language: 'English',
  slots: {
    thing: `order,card,account,payment,refund,transfer,delivery,package,parcel,booking,reservation,ticket,flight,statement,invoice,claim,loan application,policy,subscription,phone,laptop,router,internet,app,website,room,meal,bag,luggage,wire,withdrawal,deposit,statement,password reset,replacement,bill,meter reading,broadband,tv box,coffee,pizza,prescription,appointment,membership,voucher,gift card,dividend,trade,portfolio report,tax form,debit card,credit card,mortgage,insurance,printer,headset,update`,
    money: `$50,$200,1200 euros,£35,500 bucks,$15,three hundred dollars,40 pounds,$9.99,two months of fees`,
    span: `two hours,three days,a week,two weeks,over a month,45 minutes,5 days,6 weeks,an hour and a half,ages,10 days,three months,half the day,nearly an hour`,
    when: `today,tomorrow,this week,by Friday,this afternoon,on Monday,before noon,next week,at 3pm,by the end of the day,tonight,in the morning`,
    day: `Monday,Tuesday,Thursday,last week,yesterday,two weeks ago,last month,this morning,in March,on the 3rd`,
    party: `customer service,your support team,your agent,the driver,the branch,your staff,the manager,your call centre,the courier,the front desk,your broker,the technician,the store,your company,the bank,your helpline,the airline,the waiter,my adviser,your rep`,
    dire: `terrible,awful,horrible,the worst,appalling,pathetic,disgraceful,dreadful,shocking,atrocious,a joke,abysmal,unacceptable,ridiculous,so bad,a complete mess,rubbish,garbage,useless`,
    fault: `is broken,does not work,keeps crashing,stopped working,arrived damaged,is late again,was cancelled without notice,has still not arrived,is missing,was declined for no reason,never came,is wrong,was charged twice,is a mess,keeps freezing,was delayed again,is full of errors,fell apart after a week,won't load,has been down all day,was lost,leaks,overheats,is locked again`,
    feeling: `disappointed,frustrated,angry,annoyed,fed up,upset,unhappy,furious,dissatisfied,let down,disgusted,concerned`,
    good: `great,excellent,amazing,wonderful,fantastic,brilliant,outstanding,superb,lovely,awesome,perfect,first class,really good,exceptional,terrific,impressive`,
    kind: `helpful,friendly,patient,professional,kind,polite,efficient,attentive,knowledgeable,courteous,quick,thorough`,
    staff: `Maria,your colleague,the whole team,Tom from support,the crew,your staff,the lady at the desk,my adviser,the driver,James,the engineer,everyone at the branch,your team,Anna,the agent,the guy who helped me`,
    verb: `send me the {doc},transfer {money} to my savings,close my {thing},cancel my {thing},book a table for two,reset my password,call me back {when},update my address,buy 100 shares of Apple,sell half of my position,schedule a meeting {when},forward the {doc},confirm the {thing},send over the {doc},sign the {doc},review the {doc},change my {thing},find me a hotel near the station,raise my limit,block my card,set up a call {when},add Peter to the list,fix the {doc},check the {thing},reschedule our meeting,arrange a car {when},print the {doc},move the call to {when},order two more,place the order,put in a limit order at 42,roll over the deposit,return the {doc} {when},pick up the documents`,
    doc: `contract,statement,report,invoice,term sheet,spreadsheet,presentation,agreement,tax form,price list,minutes,trade confirmation,fact sheet,passport copy,receipt,prospectus,draft,slides,numbers,file,photos,agenda`,
    ask: `what is the fee for {topic},how do I {howto},when will my {thing} arrive,where can I see my {thing},how long does {topic} take,which {doc} do you need,who is my new adviser,what are your opening hours,what time does the market close,how much does it cost,what is the exchange rate,what documents do I need for {topic},why was the {thing} changed,when is the next payment due,what does this charge mean,how many days does it take,where is the nearest branch,which account should I use,who approves this,what is my balance,what is the limit for {topic},when does the offer end,how can I {howto},what happens if I miss a payment,where do I find the {doc},what is the difference between the two plans,how soon can I get the money,what is the minimum deposit,where are you,what are you doing {when},how was the meeting,who else is coming,what did he say,how old is it,what time works for you`,
    howto: `change my PIN,top up my card,activate my {thing},open an account,track my {thing},link a second account,cancel a subscription,get a refund,verify my identity,use it abroad,add a beneficiary,withdraw cash,export the {doc},update my details,exchange currency,dispute a transaction,get there,log in from a new phone`,
    topic: `a transfer,an international wire,early repayment,a replacement card,the loan,withdrawing cash abroad,delivery,a business account,the premium plan,verification,an extra bag,a refund,the visa,currency exchange`,
    yesno: `is there a fee for {topic},do you offer {topic},can I use my {thing} abroad,are you open on Sunday,does the {thing} include insurance,is my {thing} ready,did you get my email,have you seen the {doc},is it possible to pay in instalments,do I need an appointment,are the funds available,will it be delivered {when},has the {thing} been processed,is the price negotiable,does he know,are you free {when},do you accept Visa,was the {doc} approved,is the meeting still on,am I eligible for {topic},can it be done online,is that the final price,do they have parking,would that affect my rate,should I wait,could this be an error,did they reply,have we met before,do you know if he called`,
    fact: `the meeting is at 3,I am on the train,we spoke {day},the {doc} is on the server,he works in London,the market closed slightly higher,it rained all day,I will be there in ten minutes,the {thing} was paid {day},I have two accounts,we moved the call to {when},she is on leave until Monday,the office is on the second floor,my flight lands at six,the report covers the third quarter,I went to the shop,they use a different system,your balance is {money},the train leaves at nine,the {thing} has been sent,I am at home,the index rose one percent,he said he would call,we have five people in the team,my name is Alex,the file is attached,the branch opens at nine,the {thing} is scheduled for {when},it depends on the volume,I usually take the bus,that was in 2019,it is the same as last year,he is the one who wrote it,she moved to Berlin,they play on Saturday`,
  },
  templates: {
    question: `{ask}?
{ask}?
{ask}?
{ask}?
{ask}
[hi|hello|hey|good morning|quick question:|sorry,|just wondering,|also,|and|so] {ask}?
{yesno}?
{yesno}?
{yesno}?
{yesno}
[hi|hello|quick question,|by the way,|and|so|ok,] {yesno}?
do you know {ask}?
can you tell me {ask}?
I would like to know {ask}
I was wondering {ask}
not sure {ask}?
any idea {ask}?
does anyone know {ask}?
any news on the {thing}?
any update on my {thing}?
what about the {thing}?
and the {doc}?
really?
are you sure?
my {thing} [was updated|expires soon|is new|is pending], {ask}?
I got a new {thing}. {ask}?
I am travelling next week, {yesno}?
u free {when}?
wat time u coming?
how r u?
where u at
is {topic} free?
does {topic} cost anything?
it still says pending, is this normal?
how come the {thing} is different?
why does my {thing} say pending?
why is my {thing} pending?
why do I need to verify my identity?
what do I do if I lost my {thing}?
what should I do if my {thing} is stolen?
I don't understand the {doc}, what does it mean?`,
    request: `please {verb}.
please {verb}.
please {verb}
[can|could|would|will] you [please|] {verb}?
[can|could|would] you [please|kindly|] {verb}?
can you {verb}
could u {verb} pls
pls {verb}
plz {verb}
kindly {verb}.
{verb} please.
{verb}.
{verb}
I need you to {verb}.
I'd like you to {verb}.
I would like to {verb}.
I want to {verb}.
I need to {howto}, please help.
I need to {howto}.
I want to {howto}.
I'd like to {howto}.
help me {howto}.
can you help me {howto}?
I need a {thing} {when}.
I need the {doc} {when}.
I'm looking for a {good} hotel in the centre.
we need the {doc} {when}.
let me know {ask}.
let me know when the {thing} is ready.
please let me know {when}.
please advise.
let us know if this works for you.
send it to me when you can.
give me a call {when}.
call me back, please.
can we meet {when}?
can I get a copy of the {doc}?
could I have the {doc}?
can I get a large coffee with milk?
I'll have two of those please.
I want two tickets for {when}.
would you mind sending the {doc}?
do me a favour and {verb}.
make sure to {verb}.
don't forget to {verb}.
remind me to {verb}.
you should {verb} before the deadline.
I am trying to find a doctor in the city.
[hi|hello|hi team|dear all|good morning], [please|can you|could you] {verb}[, thanks|. Thanks|. Thank you in advance||].
the {doc} is attached, please review and sign.
if you have time, {verb}.
when you get a chance, {verb}.
find me something cheap near the airport.
show me my {thing}.
show me the latest {doc}.
tell me the weather in Rome.
play some jazz.
set an alarm for seven.
get me a taxi to the station.
book me a room for {when}.
I'd appreciate it if you could {verb}.
requesting a copy of the {doc}.
my {thing} expired, please send a new one.
lost my {thing}, please block it.`,
    complaint: `my {thing} {fault}.
my {thing} {fault}
my {thing} {fault} and {party} [does nothing|does not care|never replies|was no help|keeps passing me around].
the {thing} {fault}. This is {dire}.
your {thing} {fault}, [again|once again|as usual|for the third time].
{party} is {dire}.
{party} was [rude|so rude|very rude|unprofessional|no help at all|dismissive|clueless] [to me|on the phone|today|when I called|].
your service is {dire}.
{dire} service[, never again|!|. Avoid.|. I want my money back.|].
{dire} experience with {party}.
this is {dire}.
this is {dire}!
I am [very|so|extremely|really|] {feeling} with {party}.
I'm [very|so|really|] {feeling} [about|with|by] the way this was handled.
I have been waiting {span} for my {thing}.
been waiting {span} for my {thing} and [still nothing|no answer|nobody cares|no update].
been on hold for {span} [now|and counting|just to be cut off].
on hold for {span}. {dire}.
I've been on hold with {party} for {span}.
still waiting for my {thing} [after {span}|!|, it was promised for {day}|].
still no {thing}[!|.| after {span}.]
still no reply from {party}.
I still haven't received my {thing}[.| and it has been {span}.| from {day}.]
I have not received the {thing} I ordered {day}.
my {thing} never arrived.
where is my {thing}? It has been {span}!
where the hell is my {thing}?
how is it possible that my {thing} {fault}?
why is my {thing} always late?
why is your app so slow?
why does nobody answer the phone?
why has nobody called me back?
why can't you get my {thing} right?
why do you keep charging me?
how many times do I have to call about my {thing}?
how much longer do I have to wait for my {thing}?
when are you going to fix my {thing}? It {fault}.
do you people ever answer the phone?
is anyone at your company going to help me?
seriously, {span} for a {thing}?
you charged me twice for the {thing}.
I was charged {money} for a {thing} I never [got|ordered|received|used].
I was overcharged by {money}.
you took {money} from my account without [permission|asking|telling me].
hidden fees again, {money} this time.
I want a refund, the {thing} {fault}.
I want my money back.
give me my money back.
I paid {money} for this and it {fault}.
paid for next day delivery and it took {span}.
I demand a refund for my {thing}.
you lost my {thing}[.| and nobody can tell me where it is.| and refuse to pay.]
no one [answers|replies|helps|called me back|can tell me what happened|knows anything|seems to care].
nobody at {party} [answers|can help|knows what they are doing|bothered to call back].
{party} [hung up on me|ignored me|lied to me|refused to help|gave me wrong information|promised a call back that never came|told me it would be fixed {day}].
I was told it would be {span}, and it was not.
I was promised a call {day} and nobody called.
I called {party} [three times|twice|five times] and got a different answer each time.
I've emailed {party} {span} ago and got no response.
third time this [week|month|year] my {thing} {fault}.
every time I [call|try|order|fly with you|log in] something goes wrong.
I can't log in to my account[!| since {day}.| and it has been {span}.]
I can't [access|use|open|pay with] my {thing} [since {day}|for {span} now|because of your update].
can't believe how bad {party} is.
I cannot believe you cancelled my {thing} without telling me.
you cancelled my {thing} and didn't tell me.
you [never|don't|did not] [reply|deliver|answer|listen|do what you promised].
worst [service|company|bank|airline|app|experience|customer service|support] [ever|I have ever had|in years|I've ever dealt with].
never [again|using you again|buying from you again|flying with you again|ordering here again].
I will never [use|buy from|fly with|recommend] {party} again.
I'm [switching|moving] to another [bank|provider|broker|company].
I'm closing my account[, I've had enough|because of this|].
I want to make a complaint about {party}.
I wish to complain about my {thing}.
I'd like to file a formal complaint.
I want to speak to a manager, this is {dire}.
this is the [second|third|fourth] time I complain about the {thing}.
I will report you to the [regulator|ombudsman|authorities].
I'm not happy with the {thing}.
we are not satisfied with the {thing}.
not impressed with {party}.
not [good enough|acceptable|what I paid for|happy].
thanks for nothing.
thanks for [ruining my day|wasting my time|losing my {thing}|the {span} delay].
great, another delay. Thanks a lot.
great job losing my {thing}.
wow, {span} wait. Great service...
so much for [next day delivery|customer service|priority support|on time].
the {thing} tasted [bad|stale|awful].
the food was cold and the staff was rude.
the room was dirty and noisy.
the quality is poor and it {fault}.
poor quality, {fault}.
cheap plastic, broke after {span}.
waste of [money|time|my evening].
the app is slow, buggy and {fault}.
since the last update the app {fault}.
your website is down again.
your website does not let me {howto}.
error message every time I try to {howto}.
I tried to {howto} {span} and it does not work.
your {thing} advert is misleading.
you advertised one price and charged another.
this order was executed at the wrong price.
you bought the wrong fund for me.
my adviser never told me about the risk.
I lost money because you did not execute my order.
the wire was sent to the wrong account.
the fees on my statement are not what we agreed.
nobody told me about these charges.
your platform froze while the market was falling and I lost {money}.
you are [thieves|liars|a bunch of crooks|incompetent|scammers].
shame on you.
what a [joke|disgrace|mess|waste of time|nightmare|rip off].
sort it out.
get your act together.
do your job.
it's been {span} and my {thing} still [isn't here|hasn't been fixed|doesn't work|shows pending].
it has been {span} since I asked for my {thing}.
another [day|week|month], another problem with my {thing}.
another delay, another excuse.
delayed {span} and no explanation.
sat here for {span} with no information.
missed my connection because of you.
stuck at the airport for {span}, no help from {party}.
the driver cancelled on me, twice.
sent the wrong {thing}[.|, again.|and now they want me to pay for the return.]
the {thing} I got is not what I ordered.
it says delivered but I have nothing.
your chat bot is useless.
that is the worst advice I ever got.
I expected better from you.
if this is not fixed I am leaving.
hi, my {thing} {fault}[, please fix|, can you help|, what's going on].
having problems with my {thing}, it {fault}.
there is a problem with my {thing}, it {fault}.
my {thing} {fault}, can someone help?
my {thing} {fault}, what are you going to do about it?
unable to {howto}, {party} [is no help|doesn't answer].
I've tried everything and my {thing} {fault}.
{staff} was rude and [unhelpful|would not listen|ignored me].
u guys never reply
ur app sux
no signal again
no internet since {day}.
power is out again`,
    compliment: `{staff} was {good}!
{staff} was {good}.
{staff} was so {kind}.
{staff} was [very|so|really|extremely|] {kind} and {kind}[.|!| today.|, thank you.]
{staff} did a {good} job.
thank you, {staff} was {good}.
thanks to {staff} for the {good} service.
thank you for the {good} service.
thank you so much for your help, you were {good}.
thanks for being so {kind}.
thanks for fixing my {thing} so quickly!
{good} service[!|, thank you!|.| as always.|, very {kind}.]
{good} job!
{good} work, [team|everyone|all|Tom].
well done [on the presentation|team|everyone|].
this is {good}.
that's {good}!
you guys are {good}.
you are {good}.
you're the best!
I love [this app|your service|it|the new design|your coffee|this place].
love the new {thing}.
love it!
I'm [so|very|really] [happy|pleased|impressed|satisfied] with my {thing}.
I am impressed by how {kind} {staff} was.
the {thing} is {good}, I would recommend it to everyone.
highly recommend {staff}.
best [service|bank|airline|app|experience|support] [ever|I have had|in town].
kudos to {staff}.
congratulations on the [promotion|great quarter|launch|result].
shout out to {staff} for the help.
I really appreciate [your help|everything you did|the quick reply|how you handled this].
I just wanted to say how {kind} {staff} was.
the {thing} arrived [early|sooner than expected|in perfect condition], {good}.
the food was {good} and the staff were {kind}.
the room was clean and {good}.
{good} advice, I made a nice profit.
your report was very useful, {good} analysis.
five stars.
what a {good} experience.
what a {good} idea.
couldn't be happier with the service.
you made my day.
keep up the good work!
you rock!
that was fast, {good}!
the new app is so easy to use.
he is a {good} guy.
she has done {good} work for us.
your presentation was {good}.
such a beautiful place.
nice work on the {doc}.
{good} {doc}, very clear.
awesome, you fixed it in five minutes!
it works perfectly, {good} product.
never had a problem with them, {good} company.
gr8 service thx
so proud of you`,
    other: `{fact}.
{fact}.
{fact}.
{fact}
[ok|yes|no|well|btw|hi|fyi|so|also], {fact}.
{fact}, {fact}.
ok
okay, thanks.
thanks
thank you.
thanks, that's all.
thank you, have a nice day.
you're welcome.
yes.
no.
yes please
no thanks.
sure, no problem.
ok noted.
got it.
sounds good.
see you {when}.
good morning.
hello
hi [there|all|team|John].
happy birthday!
good night
I'll call you {when}.
I will send the {doc} {when}.
we will review the {doc} and get back to you.
I sent you the {doc} {day}.
attached is the {doc}.
please find attached the {doc}.
FYI, {fact}.
for your information, the {doc} was updated {day}.
here is the {doc}.
here are the numbers for {day}.
your {thing} has been confirmed.
your {thing} is ready for pick up.
your code is 482913.
your {thing} will arrive {when}.
I think {fact}.
I guess it depends.
maybe next time.
I don't know.
not really.
lol
haha yes
sorry, I was in a meeting.
sorry for the late reply.
we apologise for the delay, your {thing} is on its way.
I'm sorry to hear that.
on my way
running ten minutes late.
I have booked the room for {when}.
I've placed the order at 42.50.
bought 200 shares at 18.20.
I'd say it is a matter of taste.
it was a long day.
he doesn't like it, she does.
I never liked that team.
she was angry with him but it passed.
the movie was about a man who lost his dog.
I used to live there.
they lost the game {day}.
this guy never learns.
that's not how it works.
no, it isn't.
I don't think so.
we do not expect any change in rates.
there are 3 options available.
the reservation is for two people at 7.
it costs {money} per month.
I found 10 restaurants in the area.
the {thing} costs {money}.
I prefer the second one.
the first one is fine.
that works for me.
this message was sent automatically.
meeting notes: {fact}.
[he|she|Peter|the client] [asked|wants|called|told me] about the {thing}.
I was wondering about it myself.
I know what you mean.
that is what he asked.
when I get home I will check.
if it rains we stay inside.
what a day.
who knows.`,
  },
}
