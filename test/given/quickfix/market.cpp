// A FIX 4.4 price provider made with QuickFIX, for tests: whoever subscribes is answered, commands come in as
// lines, what happens goes out as lines.
#include <quickfix/Application.h>
#include <quickfix/FileStore.h>
#include <quickfix/Group.h>
#include <quickfix/Message.h>
#include <quickfix/Session.h>
#include <quickfix/SessionSettings.h>
#include <quickfix/SocketAcceptor.h>
#ifdef WITH_TLS
#include <quickfix/ThreadedSSLSocketAcceptor.h>
#endif

#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <sstream>
#include <string>

static std::mutex out;
static std::mutex market;
// By symbol: the id of the request that subscribed it, and its prices.
static std::map<std::string, std::string> subscribed;
static std::map<std::string, std::pair<std::string, std::string>> prices;
static std::set<std::string> unknown = {"NOSUCH"};

// The fields of the messages that it hears and says; parentheses hold those of a repeating group.
static const char* LAYOUTS = "0 112;1 112;2 7 16;3 45 371 372 373 58;4 123 36;5 58;A 98 108 141 553 554;"
                             "V 262 263 264 265 267( 269 ) 146( 55 );W 262 55 268( 269 270 271 );"
                             "X 262 268( 279 269 270 271 );Y 262 281 58;x 320 559;y 320 322 560 146( 55 107 15 );"
                             "j 45 372 379 380 58";
static const char* HEADER = "8 9 35 49 56 34 52 43 122 50 57";

static std::string fieldsOf(const std::string& text, std::set<std::string>& known) {
  std::istringstream words(text);
  std::string xml;
  for (std::string word; words >> word;) {
    const bool opens = word.back() == '(';
    if (opens) word.pop_back();
    if (word == ")") xml += "</group>";
    else {
      known.insert(word);
      xml += (opens ? "<group name='F" : "<field name='F") + word + (opens ? "' required='N'>" : "' required='N'/>");
    }
  }
  return xml;
}

// The dictionary by which it reads repeating groups.
static std::string dictionary(const std::string& directory) {
  std::set<std::string> known = {"10"};
  std::string xml = "<fix type='FIX' major='4' minor='4'><header>" + fieldsOf(HEADER, known) + "</header>" +
                    "<trailer><field name='F10' required='Y'/></trailer><messages>";
  std::istringstream layouts(LAYOUTS);
  for (std::string layout; std::getline(layouts, layout, ';');) {
    const std::string type = layout.substr(0, layout.find(' '));
    const std::string kind = std::string("012345A").find(type) == std::string::npos ? "app" : "admin";
    xml += "<message name='M" + type + "' msgtype='" + type + "' msgcat='" + kind + "'>" +
           fieldsOf(layout.substr(layout.find(' ')), known) + "</message>";
  }
  xml += "</messages><components></components><fields>";
  for (const std::string& tag : known) {
    const bool counts = tag == "267" || tag == "146" || tag == "268";
    xml += "<field number='" + tag + "' name='F" + tag + "' type='" + (counts ? "NUMINGROUP" : "STRING") + "'/>";
  }
  const std::string path = directory + "/fix44.xml";
  std::ofstream(path) << xml << "</fields></fix>";
  return path;
}

static void say(const std::string& line) {
  std::lock_guard<std::mutex> guard(out);
  std::cout << line << std::endl;
}

static void addEntry(FIX::Message& message, int first, const char* type, const std::string& price, const char* size,
                     const char* action) {
  FIX::Group group(268, first);
  if (action) group.setField(279, action);
  group.setField(269, type);
  group.setField(270, price);
  group.setField(271, size);
  message.addGroup(group);
}

// Whole; or the bid alone, as what changed.
static void tell(const FIX::SessionID& id, const std::string& symbol, bool whole) {
  FIX::Message message;
  {
    std::lock_guard<std::mutex> guard(market);
    if (!subscribed.count(symbol) || !prices.count(symbol)) return;
    message.getHeader().setField(35, whole ? "W" : "X");
    message.setField(262, subscribed[symbol]);
    if (whole) {
      message.setField(55, symbol);
      addEntry(message, 269, "0", prices[symbol].first, "1000000", nullptr);
      addEntry(message, 269, "1", prices[symbol].second, "2000000", nullptr);
    }
  }
  FIX::Session::sendToTarget(message, id);
}

class Provider : public FIX::Application {
 public:
  void onCreate(const FIX::SessionID&) override {}
  void onLogon(const FIX::SessionID&) override { say("logon"); }
  void onLogout(const FIX::SessionID&) override {
    std::lock_guard<std::mutex> guard(market);
    subscribed.clear();
    say("logout");
  }
  void toAdmin(FIX::Message&, const FIX::SessionID&) override {}
  void toApp(FIX::Message&, const FIX::SessionID&) noexcept override {}
  void fromAdmin(const FIX::Message& message, const FIX::SessionID&) noexcept override {
    say("admin " + message.getHeader().getField(35));
  }
  void fromApp(const FIX::Message& message, const FIX::SessionID& id) noexcept override {
    const std::string type = message.getHeader().getField(35);
    if (type == "x") list(message.getField(320), id);
    if (type != "V") return;
    FIX::Group related(146, 55);
    message.getGroup(1, related);
    const std::string symbol = related.getField(55), request = message.getField(262);
    if (unknown.count(symbol)) {
      FIX::Message refusal;
      refusal.getHeader().setField(35, "Y");
      refusal.setField(262, request);
      refusal.setField(281, "0");
      refusal.setField(58, "not traded here");
      FIX::Session::sendToTarget(refusal, id);
      return;
    }
    {
      std::lock_guard<std::mutex> guard(market);
      if (message.getField(263) == "2") subscribed.erase(symbol);
      else subscribed[symbol] = request;
    }
    say("request " + message.getField(263) + " " + symbol);
    tell(id, symbol, true);
  }

 private:
  void list(const std::string& request, const FIX::SessionID& id) {
    FIX::Message answer;
    answer.getHeader().setField(35, "y");
    answer.setField(320, request);
    answer.setField(322, "answer");
    answer.setField(560, "0");
    for (const char* symbol : {"EURUSD", "GBPUSD", "GER40"}) {
      FIX::Group group(146, 55);
      group.setField(55, symbol);
      group.setField(107, std::string("Name of ") + symbol);
      group.setField(15, "EUR");
      answer.addGroup(group);
    }
    FIX::Session::sendToTarget(answer, id);
  }
};

// Own CompID, the other's, the directory of the store, the port.
int main(int argc, char** argv) {
  if (argc < 5) return 2;
  std::ostringstream text;
  text << "[DEFAULT]\nConnectionType=acceptor\nStartTime=00:00:00\nEndTime=00:00:00\n"
       << "UseDataDictionary=Y\nDataDictionary=" << dictionary(argv[3]) << "\n"
       << "HeartBtInt=30\nFileStorePath=" << argv[3] << "\nSocketAcceptPort=" << argv[4] << "\n"
       // TLS: certificate and key of this side, and the authority of those who dial, if they are asked for theirs.
       << (argc < 7 ? std::string()
                    : std::string("ServerCertificateFile=") + argv[5] + "\nServerCertificateKeyFile=" + argv[6] + "\n")
       << (argc < 8 ? std::string()
                    : std::string("CertificationAuthoritiesFile=") + argv[7] + "\nCertificateVerifyLevel=2\n")
       << "[SESSION]\nBeginString=FIX.4.4\nSenderCompID=" << argv[1] << "\nTargetCompID=" << argv[2] << "\n";
  std::istringstream input(text.str());
  FIX::SessionSettings settings(input);
  Provider provider;
  FIX::FileStoreFactory stores(settings);
  const FIX::SessionID id("FIX.4.4", argv[1], argv[2]);
#ifdef WITH_TLS
  std::unique_ptr<FIX::Acceptor> acceptor(new FIX::ThreadedSSLSocketAcceptor(provider, stores, settings));
#else
  std::unique_ptr<FIX::Acceptor> acceptor(new FIX::SocketAcceptor(provider, stores, settings));
#endif
  acceptor->start();
  say("ready");
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string verb, symbol, bid, ask;
    words >> verb >> symbol >> bid >> ask;
    FIX::Session* session = FIX::Session::lookupSession(id);
    if (verb == "quit" || session == nullptr) break;
    if (verb == "quote") {
      {
        std::lock_guard<std::mutex> guard(market);
        prices[symbol] = {bid, ask};
      }
      tell(id, symbol, true);
    } else if (verb == "burst") {
      // So many messages of that symbol at once, with its prices.
      for (int i = std::stoi(bid); i > 0; i--) tell(id, symbol, true);
    } else if (verb == "skip") session->setNextSenderMsgSeqNum(session->getExpectedSenderNum() + std::stoi(symbol));
    else if (verb == "forget") session->setNextTargetMsgSeqNum(std::stoi(symbol));
    else if (verb == "reset") session->reset();
    else if (verb == "drop") session->disconnect();
    say("done " + line);
  }
  acceptor->stop(true);
  return 0;
}
