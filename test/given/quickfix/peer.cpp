// A FIX 4.4 party made with QuickFIX, for tests: commands come in as lines, what happens goes out as lines.
#include <quickfix/Application.h>
#include <quickfix/FileStore.h>
#include <quickfix/Message.h>
#include <quickfix/Session.h>
#include <quickfix/SessionSettings.h>
#include <quickfix/SocketAcceptor.h>
#include <quickfix/SocketInitiator.h>

#include <sys/time.h>

#include <algorithm>
#include <atomic>
#include <ctime>
#include <iostream>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>

static std::mutex out;

// By how much the clock of a server in a drill is ahead: what is sent says so, QuickFIX itself goes by its own.
static std::atomic<long long> offsetMs(0);

static void putClockOn(FIX::Message& message) {
  if (offsetMs == 0) return;
  struct timeval now;
  gettimeofday(&now, nullptr);
  const long long ms = now.tv_sec * 1000LL + now.tv_usec / 1000 + offsetMs;
  const time_t seconds = ms / 1000;
  struct tm utc;
  gmtime_r(&seconds, &utc);
  char text[32], whole[40];
  strftime(text, sizeof text, "%Y%m%d-%H:%M:%S", &utc);
  snprintf(whole, sizeof whole, "%s.%03d", text, (int)(ms % 1000));
  message.getHeader().setField(52, whole);
  // Its gaps say that they were first sent now.
  if (message.getHeader().getField(35) == "4" && message.getHeader().isSetField(122))
    message.getHeader().setField(122, whole);
}

static void say(const std::string& line) {
  std::lock_guard<std::mutex> guard(out);
  std::cout << line << std::endl;
}

static std::string shown(const FIX::Message& message) {
  std::string text = message.toString();
  for (char& c : text)
    if (c == '\001') c = '|';
  return text;
}

class Peer : public FIX::Application {
 public:
  void onCreate(const FIX::SessionID&) override {}
  void onLogon(const FIX::SessionID&) override { say("logon"); }
  void onLogout(const FIX::SessionID&) override { say("logout"); }
  void toAdmin(FIX::Message& message, const FIX::SessionID&) override {
    putClockOn(message);
    say("admin-out " + shown(message));
  }
  void toApp(FIX::Message& message, const FIX::SessionID&) noexcept override { putClockOn(message); }
  void fromAdmin(const FIX::Message& message, const FIX::SessionID&) noexcept override {
    say("admin-in " + shown(message));
  }
  void fromApp(const FIX::Message& message, const FIX::SessionID&) noexcept override {
    say("app-in " + shown(message));
  }
};

static void report(const FIX::SessionID& id, const std::string& execution) {
  FIX::Message message;
  message.getHeader().setField(35, "8");
  const char* fields[][2] = {{"37", "P1"}, {"150", "F"}, {"39", "2"}, {"55", "EURUSD"}, {"54", "1"},
                             {"151", "0"}, {"14", "1"}, {"6", "1.5"}, {"32", "1"}, {"31", "1.5"}};
  for (auto& field : fields) message.setField(std::stoi(field[0]), field[1]);
  message.setField(17, execution);
  FIX::Session::sendToTarget(message, id);
}

// Fields as TAG=VALUE with | between them, the type of the message first.
static void send(const FIX::SessionID& id, const std::string& text) {
  FIX::Message message;
  std::istringstream fields(text);
  for (std::string field; std::getline(fields, field, '|');) {
    const size_t at = field.find('=');
    const int tag = std::stoi(field.substr(0, at));
    if (tag == 35) message.getHeader().setField(35, field.substr(at + 1));
    else message.setField(tag, field.substr(at + 1));
  }
  FIX::Session::sendToTarget(message, id);
}

// The only instrument that it lists.
static void list(const FIX::SessionID& id, const std::string& request) {
  FIX::Message message;
  message.getHeader().setField(35, "y");
  message.setField(320, request);
  message.setField(322, "L1");
  message.setField(560, "0");
  FIX::Group group(146, 55);
  group.setField(55, "EURUSD");
  group.setField(107, "Euro");
  group.setField(15, "USD");
  group.setField(1008, "5");
  message.addGroup(group);
  FIX::Session::sendToTarget(message, id);
}

// role, port, own CompID, the other's, directory of the store, whether each logon resets.
int main(int argc, char** argv) {
  if (argc < 7) return 2;
  const std::string role = argv[1];
  const bool dials = role == "initiator";
  std::ostringstream text;
  text << "[DEFAULT]\nConnectionType=" << role << "\nStartTime=00:00:00\nEndTime=00:00:00\nCheckLatency=N\n"
       << "UseDataDictionary=N\nHeartBtInt=30\nReconnectInterval=1\nFileStorePath=" << argv[5] << "\n"
       << "ResetOnLogon=" << argv[6] << "\n"
       << (dials ? "SocketConnectHost=127.0.0.1\nSocketConnectPort=" : "SocketAcceptPort=") << argv[2] << "\n"
       << "[SESSION]\nBeginString=FIX.4.4\nSenderCompID=" << argv[3] << "\nTargetCompID=" << argv[4] << "\n";
  std::istringstream input(text.str());
  FIX::SessionSettings settings(input);
  Peer peer;
  FIX::FileStoreFactory stores(settings);
  const FIX::SessionID id("FIX.4.4", argv[3], argv[4]);
  std::unique_ptr<FIX::Initiator> initiator;
  std::unique_ptr<FIX::Acceptor> acceptor;
  if (dials) initiator = std::make_unique<FIX::SocketInitiator>(peer, stores, settings);
  else acceptor = std::make_unique<FIX::SocketAcceptor>(peer, stores, settings);
  if (dials) initiator->start();
  else acceptor->start();
  say("ready");
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string verb, value;
    words >> verb >> value;
    FIX::Session* session = FIX::Session::lookupSession(id);
    if (verb == "quit" || session == nullptr) break;
    if (verb == "send") send(id, line.substr(5));
    else if (verb == "list") list(id, value);
    else if (verb == "clock") offsetMs = std::stoll(value);
    else if (verb == "reset") session->reset();
    else if (verb == "close") session->logout("closed"), session->disconnect();
    else if (verb == "open") session->logon();
    else if (verb == "report") report(id, value);
    else if (verb == "skip") session->setNextSenderMsgSeqNum(session->getExpectedSenderNum() + std::stoi(value));
    else if (verb == "forget") session->setNextTargetMsgSeqNum(std::stoi(value));
    else if (verb == "forget-last")
      session->setNextTargetMsgSeqNum(std::max(1, session->getExpectedTargetNum() - std::stoi(value)));
    else if (verb == "logout") session->logout("enough");
    else if (verb == "drop") session->disconnect();
    else if (verb == "numbers") {
      std::ostringstream numbers;
      numbers << "numbers " << session->getExpectedSenderNum() << " " << session->getExpectedTargetNum();
      say(numbers.str());
    }
  }
  if (dials) initiator->stop(true);
  else acceptor->stop(true);
  return 0;
}
