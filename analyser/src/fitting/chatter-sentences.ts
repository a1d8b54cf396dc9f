import type { Grammar } from './grammar.ts'

/** Small talk between people who know each other: full of waiting, losing, tiredness and lateness, and not a complaint to anybody. */
export const chatterSentences: Grammar = {
  language: 'chatter',
  slots: {
    who: `mum,dad,jen,my sis,the boys,he,she,they,my roommate,uncle,sam,the kids,my prof,li wei,grandma`,
    place: `home,school,the gym,town,work,the mall,campus,lib,the station,the canteen,church,the lab,his place`,
    time: `tonight,tmr,later,at 7,next week,after class,this weekend,in a bit,on sat,after lunch,soon,around 9`,
    thing: `lunch,dinner,the test,the movie,hw,the game,the project,my exam,the party,badminton,laundry,the bus,my essay,the lecture,a nap`,
  },
  templates: {
    question: `u at {place}?
wanna go {place} {time}?
wat r u doing {time}
r u coming {time}?
hows {thing}?
how was {thing}
where is {who}?
who else going?
wat time is {thing}
got eat already?
why so late haha
why u not sleeping yet?
you done with {thing}?
did {who} call u?
still at {place}?
still awake?
u lost meh?
cant make it?
haven't reached?`,
    request: `call me {time}
msg me when u reach
help me buy {thing}
wait for me at {place}
bring my book {time} pls
lemme know when u free
dun forget {thing}
tell {who} i cant make it
buy me coffee on the way
pick me up {time}
send me the notes pls
save me a seat k
reply when u see this`,
    complaint: `my phone line is dead again and the telco doesnt care
the clinic made us wait 3 hrs, terrible service
that shop cheated me, never going back
ordered food 2 hrs ago still not here, lousy delivery
landlord refuses to fix the aircon, so fed up`,
    compliment: `haha u r the best
thanks for {thing}, u so sweet
u looked great {time}
ur cake was so yummy
so proud of u for {thing}
wow u did great
miss ur cooking, its the best`,
    other: `i m late for {thing} sorry
im still at {place}
still on the bus
still waiting for {who}
waiting for {who} at {place}
waiting for {thing} to start
i wait for u at {place}
haven't eaten yet
havent started {thing} yet
not yet
not sure yet, see how
not free {time}
cant make it {time}
cannot la, got {thing}
dont wait for me
dun worry
dont think so
never mind
nothing much, at {place}
no need, i already have
nobody home now
{who} not home
{who} not coming
{who} never told me anything lol
{who} forgot again haha
{who} fell asleep
{who} is angry with me haha
{who} lost his keys again
{who} called me 3 times, i was asleep
i lost my pen haha
i missed the bus
i overslept
i failed my driving test lol
i forgot {thing}
i hate mondays
i hate {thing}
i'm so tired
so tired today
so sleepy
so bored at {place}
so hungry
so sad today
damn tired
feeling sick today, going home
my head hurts
its raining so badly here
so hot today
the weather is terrible today
traffic is terrible haha
the exam was so difficult
the queue is so long, we r still inside
movie was boring
the train broke down so im late
my phone battery low
my phone died just now
phone no battery
my laptop hang haha
i broke my phone, got a new one
bus never came so i walked
reached home already
reached
just reached {place}
just finished {thing}
just woke up
on the way
otw
k see u {time}
ok lor
okie
haha ok
haha nvm
hahaha no la
lol yes
yup yup
ya lor
ya he is
noo im not
i dunno leh
dunno
aiyo
oh no
oh man
hmm i think {who} coming
going to {place} {time}
going to sleep, nite
gd nite
gonna bathe first
will be there {time}
i'll be late abt 10 min
later then i call u
{who} say can
{who} asked me to go {place}
{who} is at {place}
i bought {thing} already
i paid for it already
i paid 5 bucks for it
we had {thing} at {place}
we lost the match 3-1
we r at {place}
had a long day
spent 2 hours on {thing}
took me an hour to get {place}
took 3 days to finish {thing}
slept 3 hours only
been 2 weeks since i saw {who}
it was ok
not bad
so so
same old
nope not me
its over
i give up haha
dont be sad
dont cry
take care ok
get well soon
all the best for {thing}
good luck for {thing}
happy new year!
happy bday!
sweet dreams
love u
miss u
missed call from u just now
sorry missed ur call
sorry i was asleep
sorry im late
sorry i forgot to reply
he said he will come but he did not come
she said no
life is like that
why like that one haha
such is life
what goes around comes around
a friend is someone who stays
smile always, good morning
wish you a happy diwali
{who} got the job
{who} quit his job
{who} broke up with her
{who} has been waiting since 3`,
  },
}

/** The same in Chinese. */
export const chineseChatterSentences: Grammar = {
  language: 'Chinese chatter',
  slots: {
    who: `妈妈,爸,我姐,小明,他,她,他们,室友,老师,阿姨,老板,我同学,弟弟`,
    place: `家,学校,公司,图书馆,食堂,宿舍,火车站,超市,医院,教室,地铁`,
    time: `今晚,明天,下午,周末,等会儿,下课后,中午,七点,一会儿,晚点`,
    thing: `作业,考试,电影,饭,面试,篮球,论文,票,快递,手机`,
  },
  templates: {
    question: `你在{place}吗？
{time}去{place}吗
吃饭了没
你在干嘛
{who}呢？
{time}有课吗
几点到啊
考得怎么样？
去不去吃饭
你回来了没
怎么还不睡
还在{place}？`,
    request: `帮我带份饭
到了给我打电话
帮我买瓶水
{time}等我一下
快点回来
给我回个信息
帮我签到
记得带{thing}
把{thing}借我看看
来{place}接我一下
叫{who}接电话`,
    complaint: `外卖等了两个小时还没到，太坑了
这家店服务太差，再也不来了
快递把我的{thing}弄丢了还不赔
宿管态度太差了，报修一个月没人管`,
    compliment: `你真棒
你做的饭太好吃了
谢谢你，你对我真好
你今天真漂亮
考得真好，厉害
太佩服你了`,
    other: `我在{place}
我到{place}了
刚到{place}
还没吃
还没起床
还没到呢
还没睡
还没写完{thing}
还在路上
还在{place}
我还在上课
没事
没有啊
没带{thing}
没看见
没空，要加班
不去了
不知道啊
不用了
不是我
不想去
不想动，好累
好累啊
累死了
困死了
饿死了
烦死了，又下雨
好冷
太热了
今天好忙
今天又堵车了
昨晚没睡好
睡过头了
我迟到了
等{who}呢
我等你
我等了你半天，先走了
等我一下下
等下再说
在等公交
手机没电了
手机丢了，换了个号
{thing}丢了，哈哈
考试没过，唉
论文还没写完
{who}不在{place}
{who}生气了
{who}骂我了
{who}没来
{who}说不去了
{who}又忘了
{who}也不知道
{who}病了
{who}回{place}了
昨天去了{place}
刚下课
刚洗完澡
刚看到
在洗澡
在上课呢
在开车
马上到
快到了
一会儿就到
{time}再说
{time}见
我{time}回{place}
我先睡了，晚安
回来了
吃过了
嗯，好
哦哦
哈哈，是啊
呵呵
唉
算了
随便
都行
没办法
就这样吧
我也是
我也不知道
我错了
想你了
爱你
祝你生日快乐
新年快乐，万事如意
中秋节快乐
天冷了多穿点
路上小心
好好休息
加油
早点睡
别难过了
别生气了
打错了
刚才没听见电话
对不起，刚在开会
不好意思睡着了
钱已经给你了
花了两百块
坐了三个小时的车
等了一个小时的车终于到家了
下雨了，没出去
人太多了
票没买到
公交车坏了，走路回来的`,
  },
}
