// What the client needs of packages that Mono on Debian does not have: Polly, and a newer Newtonsoft.Json.
namespace Polly
{
    public enum OutcomeType { Successful, Failure }

    public class PolicyResult<T>
    {
        public OutcomeType Outcome { get; set; }
        public T Result { get; set; }
        public System.Exception FinalException { get; set; }
    }

    public interface ISyncPolicy<T> { }

    public interface IAsyncPolicy<T>
    {
        System.Threading.Tasks.Task<PolicyResult<T>> ExecuteAndCaptureAsync(System.Func<System.Threading.Tasks.Task<T>> action);
    }
}

namespace Generated
{
    public class CamelCaseNamingStrategy { public bool OverrideSpecifiedNames { get; set; } }

    public class DefaultContractResolver : Newtonsoft.Json.Serialization.DefaultContractResolver
    {
        public CamelCaseNamingStrategy NamingStrategy { get; set; }
    }
}
