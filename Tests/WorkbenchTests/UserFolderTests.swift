import StoreCommands
import Testing

struct UserFolderTests {
    @Test("A folder of the environment counts only if its path is absolute")
    func absolutePaths() {
        #expect(UserFolders.data(["HOME": "/home/ada"]) == "/home/ada/.local/share")
        #expect(UserFolders.state(["HOME": "/home/ada", "XDG_STATE_HOME": "/var/state"]) == "/var/state")
        #expect(UserFolders.data(["HOME": "/home/ada", "XDG_DATA_HOME": "data"]) == "/home/ada/.local/share")
        for home in ["", "ada", "./ada"] { #expect(UserFolders.state(["HOME": home]) == nil, "\(home)") }
    }
}
